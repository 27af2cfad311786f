//go:build device && linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// headerLayouts compiles programs with the headers in these directories, and returns what they say of all versions: "TYPE FIELD OFFSET"
// and "CONSTANT VALUE". Of a version that lacks a field there is what the compiler says.
func headerLayouts(folder string, include []string) (list []string, err error) {
	header := ""
	for _, name := range []string{"cupti_activity.h", "cupti_activity_deprecated.h"} {
		for _, each := range include {
			text, err := os.ReadFile(filepath.Join(each, name))
			if err == nil {
				header += string(text)
			}
		}
	}
	if header == "" {
		return nil, fmt.Errorf("no cupti_activity.h in %v", include)
	}
	bodies := map[string]string{"CUpti_CallbackData": "", "constants": `printf("CUPTI_API_VERSION %d\nCUDA_VERSION %d\n", CUPTI_API_VERSION, CUDA_VERSION);`}
	for _, name := range regexp.MustCompile(`\} (CUpti_Activity(?:Kernel|Memcpy|Memset|MemcpyPtoP)[0-9]*);`).FindAllStringSubmatch(header, -1) {
		bodies[name[1]] = ""
	}
	for name := range constants {
		bodies["constants"] += fmt.Sprintf("printf(\"%s %%d\\n\", (int)%s);", name, name)
	}
	for name := range bodies {
		for field := range fields[unversioned(name)] {
			bodies[name] += fmt.Sprintf("printf(\"%s %s %%zu\\n\", offsetof(%s, %s));", name, field, name, field)
		}
		out, err := compiled(folder, bodies[name], include)
		if err != nil {
			out = []byte(fmt.Sprintf("%s: %v", name, err))
		}
		list = append(list, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	slices.Sort(list)
	return list, nil
}

// compiled is what a program says.
func compiled(folder, body string, include []string) ([]byte, error) {
	source, program := filepath.Join(folder, "layouts.c"), filepath.Join(folder, "layouts")
	text := "#include <stddef.h>\n#include <stdio.h>\n#include <cuda.h>\n#include <cupti.h>\n"
	if exists(include, "cupti_activity_deprecated.h") {
		text += "#include <cupti_activity_deprecated.h>\n"
	}
	if err := os.WriteFile(source, []byte(text+"int main(void) {"+body+" return 0; }\n"), 0o666); err != nil {
		return nil, err
	}
	arguments := []string{"-w", "-o", program, source}
	for _, each := range include {
		arguments = append(arguments, "-I"+each)
	}
	if out, err := exec.Command("gcc", arguments...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %.400s", err, out)
	}
	return exec.Command(program).Output()
}

func exists(folders []string, name string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	})
}
