package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// tokens hands out a token for each name of each kind.
type tokens struct {
	key   []byte
	given map[name]string
	count map[string]int // by kind
	used  map[string]bool
}

type name struct{ kind, text string }

func newTokens(key string) *tokens {
	return &tokens{key: []byte(key), given: map[name]string{}, count: map[string]int{}, used: map[string]bool{}}
}

// of returns "Type7", or with a key "Type" and eight hex digits.
func (t *tokens) of(kind, text string) string {
	n := name{kind, text}
	token, ok := t.given[n]
	if !ok {
		token = t.fresh(n)
		t.given[n] = token
		t.used[token] = true
	}
	return token
}

func (t *tokens) fresh(n name) string {
	if len(t.key) == 0 {
		t.count[n.kind]++
		return n.kind + strconv.Itoa(t.count[n.kind])
	}
	mac := hmac.New(sha256.New, t.key)
	fmt.Fprintf(mac, "%s\x00%s", n.kind, n.text)
	sum := hex.EncodeToString(mac.Sum(nil))
	token := n.kind + sum[:8]
	for digits := 9; t.used[token] && digits <= len(sum); digits++ {
		token = n.kind + sum[:digits]
	}
	return token
}
