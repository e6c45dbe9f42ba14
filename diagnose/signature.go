package diagnose

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// Signature names a place by what it is: the own frame, the call and its category. It is
// the same in every run, on every host, and however the JIT inlined what lies between, so
// that alerts and issues about one place can be told from those about another. It is 12
// hexadecimal digits.
func Signature(s *group.Site) string {
	api, category := "", ""
	if s.Cause != nil {
		api, category = s.Cause.API, string(s.Cause.Category)
	}
	if waitAPIs[api] {
		api = "Task wait" // the call's own frame is there or inlined away, as the JIT has it
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{ownFrame(s), api, category}, "\x00")))
	return hex.EncodeToString(sum[:6])
}

// ShortSignature is the beginning of a signature, long enough for what is read by people
// and found again in JSON.
func ShortSignature(s *group.Site) string { return Signature(s)[:8] }

// ownFrame is the name of the own frame with its module. Where it was inlined away, the
// frame it was inlined into stands for it, without the number that the runtime gives to
// generated code.
func ownFrame(s *group.Site) string {
	c := s.Culprit
	switch {
	case c == nil && len(s.Groups) > 0:
		host, _ := hostOf(s.Groups[0])
		return host
	case c == nil:
		return ""
	case c.Kind == classify.CulpritDynamic || c.Frame == nil:
		return strings.TrimRight(c.Name, "0123456789")
	}
	return c.Frame.Module + "!" + c.Name
}
