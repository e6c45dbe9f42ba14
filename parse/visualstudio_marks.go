package parse

import (
	"bytes"
	"slices"

	"stacktriage/parse/internal/line"
)

// studioMark is what a line in brackets within a call stack of Visual Studio says.
type studioMark uint8

const (
	noMark       studioMark = iota
	markExternal            // frames that the debugger's settings hide
	markToNative            // managed code called native code
	markNote                // the way back, and remarks that change nothing
	markLock                // the thread waits for a lock that another one owns
	markDeadlock            // the debugger found that it is one of several that wait for each other
	markAsync               // what follows awaits, and is on no thread
)

// The marks are translated with the user interface. They are told by the words below,
// in lower case, of English, German, French, Spanish, Italian, Portuguese, Polish,
// Czech, Russian, Turkish, Japanese, Korean and Chinese; where a word is unknown, a mark
// with the number of a thread still names a lock's owner.
var (
	externalMarks = []string{
		"external code", "externer code", "code externe", "código externo", "codice esterno", "kod zewnętrzny", "externí kód",
		"внешний код",
		"dış kod", "外部コード", "외부 코드", "外部代码", "外部程式碼",
	}
	nativeWords = []string{
		"unmanaged", "native", "nicht verwaltet", "nativ", "natif", "non managé", "no administrado", "non gestito",
		"não gerenciado", "natywn", "niezarządzan",
		"неуправляем", "собственн", "машинн", "yerel", "yönetilmeyen", "ネイティブ", "アンマネージ", "네이티브", "비관리", "本机", "本機",
		"原生", "非托管",
	}
	managedWords = []string{
		"managed", "verwaltet", "managé", "géré", "administrad", "gestit", "gerenciad", "zarządzan", "spravovan", "řízen",
		"управляем", "yönetilen", "マネージ", "관리", "托管",
		"受控",
	}
	lockWords = []string{
		"lock", "sperre", "verrou", "bloqueo", "blocco", "bloqueio", "blokad", "zámek", "zámk", "блокиров", "kilit", "ロック",
		"잠금", "锁", "鎖定",
	}
	deadlockWords = []string{
		"deadlock", "interblocage", "interbloqueo", "stallo", "zakleszcz", "vzájemn", "взаимоблокир", "kilitlenme", "デッドロック",
		"교착", "死锁", "死結",
	}
	asyncWords = []string{
		"async", "asynchron", "asíncron", "assíncron", "asincron", "асинхронн", "zaman uyumsuz", "非同期", "비동기", "异步", "非同步",
	}
	waitingWords = []string{
		"waiting", "warte", "attente", "esperando", "en espera", "attesa", "aguardando", "oczekiwani", "čekání", "čeká",
		"ожидани", "bekle", "待機", "대기", "等待",
	}
	resumingWords = []string{"resum", "fortgesetzt", "fortsetz", "reprise", "reanud", "ripres", "retom", "wznaw", "obnov",
		"возобнов", "sürdür", "再開", "다시 시작", "恢复", "繼續"}
	noteMarks = []string{"frames below may be incorrect", "appdomain transition", "lightweight function",
		"optimized", "symbols"}
)

// readStudioMark reads a line in brackets. sure says that its words are known.
func readStudioMark(text []byte) (mark studioMark, owner []byte, sure bool) {
	inner, ok := bracketed(text)
	if !ok {
		return noMark, nil, false
	}
	low := bytes.ToLower(bytes.Trim(inner, "<> "))
	native := firstOf(low, nativeWords)
	if native >= 0 {
		managed := firstOf(low[:native], managedWords)
		if managed >= 0 {
			return markToNative, nil, true
		}
		if firstOf(low[native:], managedWords) >= 0 {
			return markNote, nil, true
		}
	}
	owner = threadIn(low)
	switch {
	case slices.ContainsFunc(externalMarks, func(w string) bool { return string(low) == w }):
		return markExternal, nil, true
	case len(owner) == 0 && firstOf(low, deadlockWords) >= 0:
		return markDeadlock, nil, true
	case len(owner) > 0 && firstOf(low, lockWords) >= 0:
		return markLock, owner, true
	case firstOf(low, asyncWords) >= 0:
		if firstOf(low, waitingWords) >= 0 || firstOf(low, resumingWords) >= 0 {
			return markNote, nil, true
		}
		return markAsync, nil, true
	case firstOf(low, noteMarks) >= 0:
		return markNote, nil, true
	case len(owner) > 0 && firstOf(low, threadWords) >= 0:
		return markLock, owner, false
	}
	return markNote, nil, false
}

// bracketed returns what stands in the brackets that a line consists of, columns behind
// a tab or several blanks aside. Marks of the runtime and of other tools are no marks of
// Visual Studio.
func bracketed(text []byte) ([]byte, bool) {
	const longest = 200
	if len(text) < 3 || text[0] != '[' {
		return nil, false
	}
	end := bytes.IndexByte(text, ']')
	if end < 2 || end > longest {
		return nil, false
	}
	rest := text[end+1:]
	if len(bytes.TrimSpace(rest)) > 0 && rest[0] != '\t' && !bytes.HasPrefix(rest, []byte("  ")) {
		return nil, false
	}
	if bytes.IndexByte(rest, '!') >= 0 || isInternalFrame(text) || bytes.HasPrefix(text, []byte("[[")) {
		return nil, false
	}
	if _, pseudo := line.PseudoFrame(bytes.TrimSpace(text)); pseudo {
		return nil, false
	}
	return text[1:end], true
}

// firstOf is where the first of the words stands in text; -1 without one.
func firstOf(text []byte, words []string) int {
	first := -1
	for _, w := range words {
		if i := bytes.Index(text, []byte(w)); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// threadIn finds the number of a thread in a mark: hexadecimal with 0x, or decimal.
func threadIn(text []byte) []byte {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i > 0 && line.IsAlnum(text[i-1]) {
			continue
		}
		if n := line.HexIDLength(text[i:]); n > 0 {
			return text[i : i+n]
		}
		return text[i : i+line.Run(text[i:], func(c byte) bool { return c >= '0' && c <= '9' })]
	}
	return nil
}
