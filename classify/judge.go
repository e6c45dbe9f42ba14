package classify

import "strings"

// codebase is what decides whose code a module is, besides the options.
type codebase struct {
	mainModule string // empty where it is not in the input
	// The namespace and the type of the entry point, where no modules are printed.
	mainSpace, mainType string
}

// judge says whose code modules and frames are.
type judge struct {
	codebase
	opt     Options
	mainKin string // first two parts of the main module, lower case
	modules map[string]moduleVerdict
}

// moduleVerdict is whose code a module is.
type moduleVerdict struct {
	kind    FrameKind
	assumed bool // own code because it is on no list
	listed  bool // on the lists, whosever code it is
	tool    bool // the main module of a tool
}

func newJudge(b codebase, opt Options) *judge {
	return &judge{
		codebase: b, opt: opt, mainKin: strings.ToLower(firstTwoParts(b.mainModule)), modules: map[string]moduleVerdict{},
	}
}

// module says whose code a module is: the user's flags first, then the main module and
// its kin, then the lists.
func (j *judge) module(name string) moduleVerdict {
	said, known := j.modules[name]
	if !known {
		said = j.decide(name)
		said.listed, said.tool = moduleKind(name) != KindUser, frameworkModules[strings.ToLower(name)]
		j.modules[name] = said
	}
	return said
}

func (j *judge) decide(module string) moduleVerdict {
	for _, p := range j.opt.User {
		if matchesModule(module, p) {
			return moduleVerdict{kind: KindUser}
		}
	}
	for _, p := range j.opt.Framework {
		if matchesModule(module, p) {
			return moduleVerdict{kind: KindFramework}
		}
	}
	if j.isMainKin(module) {
		return moduleVerdict{kind: KindUser}
	}
	kind := moduleKind(module)
	return moduleVerdict{kind: kind, assumed: kind == KindUser}
}

// isMainKin reports the main module and those that share its first two name parts.
// A module called Microsoft.X or System.X never makes all of those prefixes own code:
// the two parts must be more than a vendor's platform.
func (j *judge) isMainKin(module string) bool {
	if j.mainModule == "" {
		return false
	}
	if strings.EqualFold(module, j.mainModule) {
		return true
	}
	if !strings.Contains(j.mainKin, ".") || isSystemModule(j.mainKin) || hasDottedPrefix(j.mainKin, frameworkPrefixes) {
		return false
	}
	return hasDottedPrefix(strings.ToLower(module), []string{j.mainKin})
}
