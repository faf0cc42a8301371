package workload

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// hashOfProducts changes only on purpose: a change makes old results of /read incomparable with new ones.
const hashOfProducts = "b043f77eef78445d33fc13fb4a7ac80c1c25a20dea9bcabbc1c56d6ac8288aa1"

func generate(t testing.TB, seed uint64) *Pool {
	t.Helper()
	pool, err := NewPool(seed, ProductCount)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

func pickerNamed(t testing.TB, name string, worker int) Picker {
	t.Helper()
	picker, err := NewPicker(name, worker)
	if err != nil {
		t.Fatal(err)
	}
	return picker
}

func hash(products [][]byte) string {
	sum := sha256.New()
	for _, p := range products {
		sum.Write(p)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func TestSameSeedGivesTheSameBytesOnEveryMachine(t *testing.T) {
	if got := hash(generate(t, ProductSeed).encoded); got != hashOfProducts {
		t.Errorf("the products' hash is %s, want %s", got, hashOfProducts)
	}
	if hash(generate(t, ProductSeed+1).encoded) == hashOfProducts {
		t.Error("another seed gave the same products")
	}
}

func TestEveryProductIsAboutFourAndAHalfKilobytes(t *testing.T) {
	total := 0
	for i, p := range generate(t, ProductSeed).encoded {
		total += len(p)
		if len(p) < 4400 || len(p) > 4650 {
			t.Errorf("product %d has %d bytes, want 4400 to 4650", i, len(p))
		}
	}
	if mean := total / ProductCount; mean < 4450 || mean > 4550 {
		t.Errorf("the mean product has %d bytes, want 4450 to 4550", mean)
	}
}

func TestEveryProductHasEveryField(t *testing.T) {
	for i, encoded := range generate(t, ProductSeed).encoded {
		var p product
		if err := json.Unmarshal(encoded, &p); err != nil {
			t.Fatalf("product %d is not JSON: %v", i, err)
		}
		if len(p.ID) != 36 || p.Name == "" || p.Brand == "" || p.Category == "" || p.Price <= 0 || p.Rating < 1 ||
			len(p.Tags) != 6 || len(p.Attributes) != 5 || len(p.Images) != 4 {
			t.Fatalf("product %d lacks a field: %s", i, encoded)
		}
		if got := len(strings.Split(p.Description, "\n\n")); got != 5 {
			t.Fatalf("the description of product %d has %d paragraphs, want 5", i, got)
		}
	}
}

func TestGzipHoldsTheSameProductsInFewerBytes(t *testing.T) {
	pool := generate(t, ProductSeed)
	for i, zipped := range pool.zipped {
		reader, err := gzip.NewReader(bytes.NewReader(zipped))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(reader)
		if err != nil || !bytes.Equal(plain, pool.encoded[i]) {
			t.Fatalf("product %d unpacks to %d bytes, %v, want its %d", i, len(plain), err, len(pool.encoded[i]))
		}
	}
	if ratio := pool.GzipRatio(); ratio < 0.3 || ratio > 0.5 {
		t.Errorf("gzip ratio %.3f, want 0.3 to 0.5", ratio)
	}
}

func TestSimpleIsSixteenBytes(t *testing.T) {
	if len(Simple) != 16 {
		t.Errorf("/simple has %d bytes, want 16", len(Simple))
	}
}
