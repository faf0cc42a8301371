package workload

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"testing"
)

func routeAt(t testing.TB, pool *Pool, picker Picker, path string) Route {
	t.Helper()
	routes := Routes(pool, picker)
	at := slices.IndexFunc(routes, func(r Route) bool { return r.Path == path })
	if at < 0 {
		t.Fatalf("there is no route %s", path)
	}
	return routes[at]
}

func TestListHoldsTwentyToThirtyProductsOfAboutAHundredKilobytes(t *testing.T) {
	pool := generate(t, ProductSeed)
	known := map[string]bool{}
	for _, encoded := range pool.encoded {
		known[string(encoded)] = true
	}
	list := routeAt(t, pool, pickerNamed(t, PickLocal, 0), "/list")
	counts, total := map[int]int{}, 0
	const answers = 500
	for request := range uint64(answers) {
		body := list.Append(nil, 1, request)
		total += len(body)
		var read struct {
			Count    int               `json:"count"`
			Products []json.RawMessage `json:"products"`
		}
		if err := json.Unmarshal(body, &read); err != nil {
			t.Fatal(err)
		}
		counts[len(read.Products)]++
		if read.Count != len(read.Products) {
			t.Fatalf("says %d products, has %d", read.Count, len(read.Products))
		}
		for _, p := range read.Products {
			if !known[string(p)] {
				t.Fatalf("%s is no product", p)
			}
		}
	}
	if len(counts) != 11 || counts[20] == 0 || counts[30] == 0 {
		t.Errorf("counts are %v, want every one from 20 to 30", counts)
	}
	if mean := total / answers; mean < 100_000 || mean > 125_000 {
		t.Errorf("the mean list has %d bytes, want 100,000 to 125,000", mean)
	}
}

type bucket struct {
	From  float64 `json:"from"`
	Count int     `json:"count"`
}

type brandCount struct {
	Brand string `json:"brand"`
	Count int    `json:"count"`
}

type summary struct {
	Count int `json:"count"`
	Price struct {
		Min               float64 `json:"min"`
		Median            float64 `json:"median"`
		Max               float64 `json:"max"`
		Mean              float64 `json:"mean"`
		StandardDeviation float64 `json:"standardDeviation"`
	} `json:"price"`
	Histogram []bucket     `json:"histogram"`
	TopBrands []brandCount `json:"topBrands"`
	Cheapest  []struct {
		ID    string  `json:"id"`
		Price float64 `json:"price"`
	} `json:"cheapest"`
}

func read(t *testing.T, body []byte) summary {
	t.Helper()
	var s summary
	if err := json.Unmarshal(body, &s); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return s
}

func TestSummaryOfItemsThatWereComputedByHand(t *testing.T) {
	brands := [][]byte{[]byte(`"A"`), []byte(`"B"`), []byte(`"C"`)}
	items := []item{
		{price: 9, id: []byte(`"nine"`), brand: 2}, {price: 2, id: []byte(`"two"`), brand: 1}, {price: 4, id: []byte(`"four"`), brand: 1},
		{price: 4, id: []byte(`"four too"`), brand: 0}, {price: 4, id: []byte(`"four three"`), brand: 2}, {price: 5, id: []byte(`"five"`), brand: 1},
		{price: 5, id: []byte(`"five too"`), brand: 0}, {price: 7, id: []byte(`"seven"`), brand: 1},
	}
	s := read(t, appendSummary(nil, items, brands))
	p := s.Price
	if s.Count != 8 || p.Min != 2 || p.Median != 4.5 || p.Max != 9 || p.Mean != 5 || p.StandardDeviation != 2 {
		t.Errorf("got %+v, want 8 items from 2 to 9 with median 4.5, mean 5, standard deviation 2", s)
	}
	wantBuckets := []bucket{{2, 1}, {2.7, 0}, {3.4, 3}, {4.1, 2}, {4.8, 0}, {5.5, 0}, {6.2, 0}, {6.9, 1}, {7.6, 0}, {8.3, 1}}
	// 5 lies in the bucket from 4.8: (5 - 2) / 0.7 = 4.28.
	wantBuckets[3].Count, wantBuckets[4].Count = 0, 2
	if !slices.Equal(s.Histogram, wantBuckets) {
		t.Errorf("histogram %v, want %v", s.Histogram, wantBuckets)
	}
	if want := []brandCount{{"B", 4}, {"A", 2}, {"C", 2}}; !slices.Equal(s.TopBrands, want) {
		t.Errorf("top brands %v, want %v", s.TopBrands, want)
	}
	if len(s.Cheapest) != 5 || s.Cheapest[0].ID != "two" || s.Cheapest[4].Price != 5 {
		t.Errorf("cheapest %v", s.Cheapest)
	}
}

func TestItemsOfOnePriceFallIntoOneBucket(t *testing.T) {
	s := read(t, appendSummary(nil, []item{{price: 3, id: []byte(`"a"`)}, {price: 3, id: []byte(`"b"`)}}, [][]byte{[]byte(`"A"`)}))
	if s.Histogram[0].Count != 2 || s.Price.StandardDeviation != 0 {
		t.Errorf("got %+v", s)
	}
}

// TestComputeDescribesTheProductsThatWerePicked works the same out again from the JSON of the products.
func TestComputeDescribesTheProductsThatWerePicked(t *testing.T) {
	pool := generate(t, ProductSeed)
	picker := pickerNamed(t, PickLocal, 0)
	compute := routeAt(t, pool, picker, "/compute")
	seen := map[string]bool{}
	for request := range uint64(50) {
		body := compute.Append(nil, 2, request)
		seen[string(body)] = true
		got := read(t, body)
		var picked []product
		sum := 0.0
		for draw := range uint64(100) {
			var p product
			if err := json.Unmarshal(pool.encoded[picker.Pick(2, request, draw, ProductCount)], &p); err != nil {
				t.Fatal(err)
			}
			picked, sum = append(picked, p), sum+p.Price
		}
		slices.SortFunc(picked, func(a, b product) int { return cmp.Compare(a.Price, b.Price) })
		brands, inBuckets := map[string]int{}, 0
		for _, p := range picked {
			brands[p.Brand]++
		}
		for _, b := range got.Histogram {
			inBuckets += b.Count
		}
		for _, b := range got.TopBrands {
			if brands[b.Brand] != b.Count {
				t.Errorf("brand %s counted %d times, want %d", b.Brand, b.Count, brands[b.Brand])
			}
		}
		if got.Count != 100 || inBuckets != 100 || math.Abs(got.Price.Mean-sum/100) > 0.006 ||
			got.Price.Min != picked[0].Price || got.Price.Max != picked[99].Price || got.Cheapest[4].Price != picked[4].Price {
			t.Errorf("got %+v for prices from %v to %v with the mean %v", got, picked[0].Price, picked[99].Price, sum/100)
		}
	}
	if len(seen) != 50 {
		t.Errorf("50 requests got %d different answers", len(seen))
	}
}

func TestAnswersAllocateNothing(t *testing.T) {
	pool := generate(t, ProductSeed)
	for _, name := range pickerNames {
		for _, route := range Routes(pool, pickerNamed(t, name, 0)) {
			buffer := make([]byte, 0, 200_000)
			request := uint64(0)
			got := testing.AllocsPerRun(200, func() {
				request++
				if route.Body != nil {
					route.Body(3, request)
				} else {
					route.Append(buffer, 3, request)
				}
			})
			if got != 0 {
				t.Errorf("%s makes %v allocations with %s, want 0", route.Path, got, name)
			}
		}
	}
}

func BenchmarkRoutes(b *testing.B) {
	pool := generate(b, ProductSeed)
	for _, path := range []string{"/list", "/compute"} {
		b.Run(path[1:], func(b *testing.B) {
			route := routeAt(b, pool, pickerNamed(b, PickLocal, 0), path)
			buffer := make([]byte, 0, 200_000)
			for request := uint64(0); b.Loop(); request++ {
				route.Append(buffer, 3, request)
			}
		})
	}
}
