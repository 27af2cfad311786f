//go:build unix

package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// dist writes the archive of a release: what git has of the module, and the modules that it needs, in vendor, so that who
// builds it needs no network. The same commit gives the same bits.
func dist(name string, release bool) (problem error) {
	version, err := treeVersion()
	if err != nil {
		return err
	}
	if release {
		version = strings.TrimSuffix(version, "-dev")
	}
	date, err := sourceDate()
	if err != nil {
		return err
	}
	listed, err := git("ls-files", "-z")
	if err != nil {
		return err
	}
	files := map[string]string{} // by name in the archive
	for file := range strings.SplitSeq(strings.Trim(listed, "\x00"), "\x00") {
		files[file] = file
	}
	folder, err := os.MkdirTemp("", "vendor")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := vendor(filepath.Join(folder, "vendor"), files); err != nil {
		return err
	}
	own := filepath.Join(folder, versionFile)
	if err := os.WriteFile(own, []byte(version+"\n"), 0o644); err != nil {
		return err
	}
	files[versionFile] = own
	to, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { problem = errors.Join(problem, to.Close()) }()
	if err := writeArchive(to, "mpitimer-"+version, files, time.Unix(date, 0)); err != nil {
		return err
	}
	fmt.Printf("%s: mpitimer %s, %d files\n", name, version, len(files))
	return nil
}

// vendor adds the modules of others to the files of an archive.
func vendor(folder string, files map[string]string) error {
	if out, err := exec.Command("go", "mod", "vendor", "-o", folder).CombinedOutput(); err != nil {
		return fmt.Errorf("go mod vendor: %w\n%s", err, out)
	}
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			inside, _ := filepath.Rel(filepath.Dir(folder), path)
			files[inside] = path
		}
		return err
	})
}

// writeArchive writes files, by their names in the archive, sorted, all of one owner and time.
func writeArchive(w io.Writer, top string, files map[string]string, at time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := addFile(archive, top+"/"+name, files[name], at); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func addFile(archive *tar.Writer, name, from string, at time.Time) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	header := &tar.Header{Name: name, ModTime: at, Mode: 0o644, Format: tar.FormatPAX, Uname: "root", Gname: "root"}
	if info.Mode()&fs.ModeSymlink != 0 {
		header.Typeflag, header.Mode = tar.TypeSymlink, 0o777
		if header.Linkname, err = os.Readlink(from); err != nil {
			return err
		}
		return archive.WriteHeader(header)
	}
	if info.Mode()&0o100 != 0 {
		header.Mode = 0o755
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	header.Typeflag, header.Size = tar.TypeReg, int64(len(data))
	if err := archive.WriteHeader(header); err != nil {
		return err
	}
	_, err = archive.Write(data)
	return err
}
