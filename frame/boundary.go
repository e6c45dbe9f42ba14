package frame

import "strings"

// typeEnd finds the dot between the declaring type and the method. It is the last one
// outside of brackets, but for methods that implement an interface explicitly: their
// names hold the interface's full name.
func typeEnd(head string) int {
	last := memberDot(head)
	if last < 0 {
		return -1
	}
	if end := markedEnd(head[:last]); end >= 0 {
		return end
	}
	if end := restartedEnd(head[:last]); end >= 0 {
		return end
	}
	return last
}

// memberDot finds the last dot at bracket depth 0, or the one before it for "..ctor"
// and "..cctor".
func memberDot(head string) int {
	depth := 0
	for i := len(head) - 1; i > 0; i-- {
		switch head[i] {
		case '>', ']':
			depth++
		case '<', '[':
			if depth > 0 {
				depth--
			}
		case '.':
			if depth > 0 {
				continue
			}
			if head[i-1] == '.' {
				return i - 1
			}
			return i
		}
	}
	return -1
}

// markedEnd finds the dot behind a type whose end can be seen: a simple name behind
// "+", an arity or type arguments cannot go on with a dot. It is -1 if there is none.
func markedEnd(text string) int {
	depth, end := 0, -1
	marked := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '<', '[':
			depth++
		case '>', ']':
			if depth > 0 {
				depth--
			}
			marked = marked || depth == 0 && text[i] == ']'
		case '+':
			if depth == 0 {
				marked, end = true, -1
			}
		case '`':
			marked = marked || depth == 0
		case '.':
			if depth == 0 && marked && end < 0 {
				end = i
			}
		}
	}
	return end
}

// restartedEnd finds the dot in front of an interface's full name: the namespace of
// the interface starts as namespaces of interfaces do, with "System", "Microsoft", the
// first part of the type's own namespace or "global::", and its name ends in an I name.
func restartedEnd(text string) int {
	if !interfaceName(text[memberDot(text)+1:]) {
		return -1
	}
	parts := splitOutside(text, '.')
	end := len(text)
	for i := len(parts) - 1; i > 0; i-- {
		end -= len(parts[i]) + 1
		switch part := parts[i]; {
		case strings.HasPrefix(part, "global::"):
			return end
		case i == len(parts)-1:
			continue
		case part == "System", part == "Microsoft", part == parts[0]:
			return end
		}
	}
	return -1
}

// interfaceName reports an I followed by a capital letter.
func interfaceName(name string) bool {
	name = strings.TrimPrefix(name, "global::")
	return len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z'
}

// paramStart finds the first "(" outside of type arguments, which can hold
// "(fnptr)"; in damaged names the first one at all.
func paramStart(member string) int {
	depth := 0
	for i := 0; i < len(member); i++ {
		switch member[i] {
		case '[':
			depth++
		case ']':
			if depth > 0 {
				depth--
			}
		case '(':
			if depth == 0 {
				return i
			}
		}
	}
	return strings.IndexByte(member, '(')
}

// cutTypeArgs removes the instantiation at the end of a type. The ranks of an array
// are part of the type.
func cutTypeArgs(t string) (name, args string) {
	if !strings.HasSuffix(t, "]") {
		return t, ""
	}
	open := strings.IndexByte(t, '[')
	for open > 0 && t[open-1] == '\\' {
		next := strings.IndexByte(t[open+1:], '[')
		if next < 0 {
			return t, ""
		}
		open += 1 + next
	}
	if open <= 0 {
		return t, ""
	}
	args = t[open+1 : len(t)-1]
	if strings.Trim(args, ",*") == "" {
		return t, ""
	}
	return t[:open], args
}
