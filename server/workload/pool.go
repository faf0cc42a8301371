package workload

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
)

// Pool is everything that is made once at start, so that no route makes it while it is measured.
type Pool struct {
	// encoded and zipped are the JSON of each product, plain and as gzip.
	encoded, zipped [][]byte
	items           []item
	// brands are JSON strings, in alphabetical order.
	brands [][]byte
}

// item is what /compute works on.
type item struct {
	price float64
	// id is a JSON string.
	id []byte
	// brand is an index of brands.
	brand int
}

// NewPool makes count products: the same bytes for the same seed.
func NewPool(seed uint64, count int) (*Pool, error) {
	products, err := makeProducts(seed, count)
	if err != nil {
		return nil, err
	}
	pool := &Pool{}
	// One writer for all: a new one clears 800 KB.
	zipper := gzip.NewWriter(nil)
	for i, p := range products {
		encoded, err := json.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("serialising product %d: %w", i, err)
		}
		zipped, err := zip(zipper, encoded)
		if err != nil {
			return nil, fmt.Errorf("compressing product %d: %w", i, err)
		}
		pool.encoded = append(pool.encoded, encoded)
		pool.zipped = append(pool.zipped, zipped)
	}
	pool.items, pool.brands, err = index(products)
	return pool, err
}

func zip(zipper *gzip.Writer, plain []byte) ([]byte, error) {
	var zipped bytes.Buffer
	zipper.Reset(&zipped)
	if _, err := zipper.Write(plain); err != nil {
		return nil, err
	}
	if err := zipper.Close(); err != nil {
		return nil, err
	}
	return zipped.Bytes(), nil
}

// GzipRatio is the bytes of all products as gzip, divided by those of the plain ones.
func (p *Pool) GzipRatio() float64 {
	return float64(totalBytes(p.zipped)) / float64(totalBytes(p.encoded))
}

func totalBytes(all [][]byte) int {
	total := 0
	for _, one := range all {
		total += len(one)
	}
	return total
}
