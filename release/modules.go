package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

// module is a module that is linked into the program.
type module struct{ path, version, sum string }

// linked reads the modules of a binary from what the linker recorded in it.
func linked(binary string) ([]module, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, fmt.Errorf("reading the modules of the program: %w", err)
	}
	var modules []module
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		modules = append(modules, module{d.Path, d.Version, d.Sum})
	}
	slices.SortFunc(modules, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return modules, nil
}

// bill writes the software bill of materials: what the program is made of.
func (r *release) bill() error {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.time.Format("2006-01-02T15:04:05Z"),
		Component: &cyclonedx.Component{
			Type: cyclonedx.ComponentTypeApplication, Name: "stacktriage", Version: r.version,
			BOMRef: "stacktriage@" + r.version,
		},
	}
	var components []cyclonedx.Component
	for _, m := range r.modules {
		url := "pkg:golang/" + m.path + "@" + m.version
		components = append(components, cyclonedx.Component{
			Type: cyclonedx.ComponentTypeLibrary, Name: m.path, Version: m.version, PackageURL: url, BOMRef: url,
		})
	}
	bom.Components = &components
	var out bytes.Buffer
	encoder := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	if err := encoder.Encode(bom); err != nil {
		return fmt.Errorf("writing the bill of materials: %w", err)
	}
	return r.write("stacktriage-"+r.version+".cdx.json", out.Bytes())
}

// thirdParty is a text with the licence of every linked module.
func thirdParty(root string, modules []module) ([]byte, error) {
	dirs, err := directories(root)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("# Licences of the modules that stacktriage is linked with\n")
	out.WriteString("\nThe Go standard library and runtime are linked, too: their licence is at https://go.dev/LICENSE.\n")
	for _, m := range modules {
		texts, err := licences(dirs[m.path])
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", m.path, err)
		}
		fmt.Fprintf(&out, "\n## %s %s\n", m.path, m.version)
		for _, text := range texts {
			fmt.Fprintf(&out, "\n~~~text\n%s\n~~~\n", bytes.TrimSpace(text))
		}
	}
	return out.Bytes(), nil
}

// directories says where the source of each module lies.
func directories(root string) (map[string]string, error) {
	cmd := exec.Command("go", "list", "-m", "-json", "all")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing the modules: %w", err)
	}
	dirs := make(map[string]string)
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Dir string }
		if err := list.Decode(&m); errors.Is(err, io.EOF) {
			return dirs, nil
		} else if err != nil {
			return nil, fmt.Errorf("listing the modules: %w", err)
		}
		dirs[m.Path] = m.Dir
	}
}

// licences reads the licences and notices in the root of a module. A module without any
// may not be shipped.
func licences(dir string) ([][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for its licence: %w", err)
	}
	var texts [][]byte
	for _, entry := range entries {
		name := strings.ToUpper(entry.Name())
		ext := filepath.Ext(name)
		known := strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") ||
			strings.HasPrefix(name, "COPYING") || strings.HasPrefix(name, "NOTICE")
		if !known || entry.IsDir() || ext != "" && ext != ".MD" && ext != ".TXT" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading its licence: %w", err)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil, errors.New("no licence found in it")
	}
	return texts, nil
}
