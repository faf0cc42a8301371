package workload

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// hashOfProducts changes only on purpose: a change makes old results of /read incomparable with new ones.
const hashOfProducts = "de6ead37eaca73a0cb6e82a62034f8059575fb069aaf60324842f612ceb944ee"

func generate(t *testing.T, seed uint64) [][]byte {
	t.Helper()
	products, err := Products(seed, ProductCount)
	if err != nil {
		t.Fatal(err)
	}
	return products
}

func hash(products [][]byte) string {
	sum := sha256.New()
	for _, p := range products {
		sum.Write(p)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func TestSameSeedGivesTheSameBytesOnEveryMachine(t *testing.T) {
	if got := hash(generate(t, ProductSeed)); got != hashOfProducts {
		t.Errorf("the products' hash is %s, want %s", got, hashOfProducts)
	}
	if hash(generate(t, ProductSeed+1)) == hashOfProducts {
		t.Error("another seed gave the same products")
	}
}

func TestEveryProductIsAboutFourAndAHalfKilobytes(t *testing.T) {
	total := 0
	for i, p := range generate(t, ProductSeed) {
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
	for i, encoded := range generate(t, ProductSeed) {
		var p product
		if err := json.Unmarshal(encoded, &p); err != nil {
			t.Fatalf("product %d is not JSON: %v", i, err)
		}
		if len(p.ID) != 36 || p.Name == "" || p.Brand == "" || p.Category == "" || p.Price <= 0 || p.Rating < 1 ||
			len(p.Tags) != 6 || len(p.Attributes) != 5 || len(p.Images) != 4 {
			t.Fatalf("product %d lacks a field: %s", i, encoded)
		}
		if !strings.Contains(p.Description, "\n\n") {
			t.Fatalf("product %d has a single paragraph", i)
		}
	}
}

func TestPickerSpreadsEvenlyOverTheProducts(t *testing.T) {
	const each = 1000
	products := generate(t, ProductSeed)
	picker := NewPicker(products, 0)
	picked := map[*byte]int{}
	for request := range uint64(ProductCount * each) {
		picked[&picker.Pick(request%50, request)[0]]++
	}
	if len(picked) != ProductCount {
		t.Fatalf("%d products were picked, want all %d", len(picked), ProductCount)
	}
	for _, times := range picked {
		// The standard deviation is sqrt(1000) = 32; six of them are 190.
		if times < each-190 || times > each+190 {
			t.Errorf("a product was picked %d times, want %d ± 190", times, each)
		}
	}
}

func TestWorkersPickDifferentSequences(t *testing.T) {
	products := generate(t, ProductSeed)
	a, b := NewPicker(products, 0), NewPicker(products, 1)
	same := 0
	for request := range uint64(1000) {
		if &a.Pick(1, request)[0] == &b.Pick(1, request)[0] {
			same++
		}
	}
	// Two independent sequences agree in 1000 / 500 = 2 picks.
	if same > 20 {
		t.Errorf("two workers picked the same product %d times of 1000", same)
	}
}

func TestPickAllocatesNothing(t *testing.T) {
	picker := NewPicker(generate(t, ProductSeed), 0)
	request := uint64(0)
	if got := testing.AllocsPerRun(1000, func() { request++; picker.Pick(3, request) }); got != 0 {
		t.Errorf("a pick makes %v allocations, want 0", got)
	}
}

func TestSimpleIsSixteenBytes(t *testing.T) {
	if len(Simple) != 16 {
		t.Errorf("/simple has %d bytes, want 16", len(Simple))
	}
}
