package rewrite

// TestMain puts the lifecycle of the timers into a file's TestMain: Tests of the hook, which is Main for
// tests. It returns nil for a file that has none, or cannot be parsed.
func TestMain(f File, hook string) []byte {
	f.Test = true
	groups, _ := load([]Package{{Files: []File{f}}}, &Options{Hook: hook})
	for _, g := range groups {
		if main := g.functions["TestMain"]; main != nil && main.body != nil {
			main.begin("Tests")
			main.file.replaceExitsIn(main.body)
			return main.file.finish(hook)
		}
	}
	return nil
}
