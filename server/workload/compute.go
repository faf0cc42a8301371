package workload

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

const (
	histogramBuckets = 10
	topBrands        = 5
	cheapest         = 5
)

// index prepares what /compute works on: prices, and brands as numbers in alphabetical order.
func index(products []product) ([]item, [][]byte, error) {
	var names []string
	for _, p := range products {
		names = append(names, p.Brand)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var items []item
	for _, p := range products {
		id, err := json.Marshal(p.ID)
		if err != nil {
			return nil, nil, err
		}
		brand, _ := slices.BinarySearch(names, p.Brand)
		items = append(items, item{price: p.Price, id: id, brand: brand})
	}
	var brands [][]byte
	for _, name := range names {
		brand, err := json.Marshal(name)
		if err != nil {
			return nil, nil, err
		}
		brands = append(brands, brand)
	}
	return items, brands, nil
}

// appendSummary sorts the items by price in place and writes what can be said of them. It allocates nothing.
func appendSummary(to []byte, items []item, brands [][]byte) []byte {
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.price, b.price) })
	mean, deviation := meanAndDeviation(items)
	low, high := items[0].price, items[len(items)-1].price

	to = append(to, `{"count":`...)
	to = strconv.AppendInt(to, int64(len(items)), 10)
	to = appendPrice(to, `,"price":{"min":`, low)
	to = appendPrice(to, `,"median":`, median(items))
	to = appendPrice(to, `,"max":`, high)
	to = appendPrice(to, `,"mean":`, mean)
	to = appendPrice(to, `,"standardDeviation":`, deviation)
	to = appendHistogram(append(to, `},"histogram":[`...), items, low, high)
	to = appendTopBrands(append(to, `],"topBrands":[`...), items, brands)
	to = append(to, `],"cheapest":[`...)
	for i, item := range items[:min(cheapest, len(items))] {
		to = appendComma(to, i)
		to = append(append(to, `{"id":`...), item.id...)
		to = append(appendPrice(to, `,"price":`, item.price), '}')
	}
	return append(to, "]}"...)
}

// meanAndDeviation are those of a population.
func meanAndDeviation(items []item) (mean, deviation float64) {
	for _, item := range items {
		mean += item.price
	}
	mean /= float64(len(items))
	for _, item := range items {
		deviation += (item.price - mean) * (item.price - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(items)))
}

// median is of sorted items.
func median(items []item) float64 {
	middle := len(items) / 2
	if len(items)%2 == 1 {
		return items[middle].price
	}
	return (items[middle-1].price + items[middle].price) / 2
}

// appendHistogram counts prices in buckets of the same width; the last one includes its upper bound.
func appendHistogram(to []byte, items []item, low, high float64) []byte {
	var counts [histogramBuckets]int
	width := (high - low) / histogramBuckets
	for _, item := range items {
		bucket := 0
		if width > 0 {
			bucket = min(int((item.price-low)/width), histogramBuckets-1)
		}
		counts[bucket]++
	}
	for i, count := range counts {
		to = appendComma(to, i)
		to = appendPrice(to, `{"from":`, low+float64(i)*width)
		to = append(to, `,"count":`...)
		to = append(strconv.AppendInt(to, int64(count), 10), '}')
	}
	return to
}

// appendTopBrands writes the most frequent brands, those as frequent in alphabetical order.
func appendTopBrands(to []byte, items []item, brands [][]byte) []byte {
	var numbers [computeSize]int
	for i, item := range items {
		numbers[i] = item.brand
	}
	sorted := numbers[:len(items)]
	slices.Sort(sorted)
	type tally struct{ brand, count int }
	var tallies [computeSize]tally
	distinct := 0
	for i, brand := range sorted {
		if i == 0 || brand != sorted[i-1] {
			tallies[distinct] = tally{brand: brand}
			distinct++
		}
		tallies[distinct-1].count++
	}
	found := tallies[:distinct]
	slices.SortFunc(found, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.brand, b.brand))
	})
	for i, t := range found[:min(topBrands, distinct)] {
		to = appendComma(to, i)
		to = append(append(to, `{"brand":`...), brands[t.brand]...)
		to = append(to, `,"count":`...)
		to = append(strconv.AppendInt(to, int64(t.count), 10), '}')
	}
	return to
}

func appendComma(to []byte, position int) []byte {
	if position == 0 {
		return to
	}
	return append(to, ',')
}

func appendPrice(to []byte, before string, price float64) []byte {
	return strconv.AppendFloat(append(to, before...), price, 'f', 2, 64)
}
