// Package blob keeps files that wait for their upload, named by their SHA-256.
package blob

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Blob is a stored file.
type Blob struct {
	SHA256    string
	SizeBytes int64
}

// Store is a folder of blobs. A blob is removed only after its upload, so a missing blob needs none.
type Store struct{ folder string }

// NewStore uses a folder that exists.
func NewStore(folder string) *Store { return &Store{folder: folder} }

// Put copies the file's content. The same content twice is kept once. Its error names the file; nothing is kept then.
func (s *Store) Put(path string) (Blob, error) {
	source, err := os.Open(path)
	if err != nil {
		return Blob{}, fmt.Errorf("keeping %s: %w", path, err)
	}
	defer source.Close()
	partial, err := os.CreateTemp(s.folder, "partial-*")
	if err != nil {
		return Blob{}, fmt.Errorf("keeping %s: %w", path, err)
	}
	defer os.Remove(partial.Name())
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(partial, hash), source)
	err = cmp.Or(err, partial.Close())
	b := Blob{SHA256: hex.EncodeToString(hash.Sum(nil)), SizeBytes: size}
	if err == nil {
		err = os.Rename(partial.Name(), s.path(b.SHA256))
	}
	if err != nil {
		return Blob{}, fmt.Errorf("keeping %s: %w", path, err)
	}
	return b, nil
}

// Open opens a blob for reading; the error is os.ErrNotExist if it was uploaded and removed.
func (s *Store) Open(sha256 string) (*os.File, error) { return os.Open(s.path(sha256)) }

// Remove is for blobs that were uploaded.
func (s *Store) Remove(sha256 string) { _ = os.Remove(s.path(sha256)) }

// Sweep removes what a dead life left and no report names. It fails only when the folder cannot be read.
func (s *Store) Sweep(named map[string]bool) error {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return fmt.Errorf("reading the blobs: %w", err)
	}
	for _, entry := range entries {
		if !named[entry.Name()] {
			s.Remove(entry.Name())
		}
	}
	return nil
}

func (s *Store) path(sha256 string) string { return filepath.Join(s.folder, filepath.Base(sha256)) }
