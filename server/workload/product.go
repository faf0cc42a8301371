// Package workload holds what the routes answer with. It knows no framework.
package workload

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/brianvoe/gofakeit/v7"
)

// The seed is fixed for good: results of different days are comparable only if the bytes are the same.
const (
	ProductCount    = 500
	ProductSeed     = 20
	paragraphs      = 5
	descriptionFrom = 4420 // bytes of JSON at which the description ends; the last sentence brings it to about 4.5 KB
)

type product struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Brand       string            `json:"brand"`
	Category    string            `json:"category"`
	Price       float64           `json:"price"`
	Currency    string            `json:"currency"`
	Rating      float64           `json:"rating"`
	ReviewCount int               `json:"reviewCount"`
	InStock     bool              `json:"inStock"`
	Description string            `json:"description"`
	Tags        []string          `json:"tags"`
	Attributes  map[string]string `json:"attributes"`
	Images      []image           `json:"images"`
}

type image struct {
	URL    string `json:"url"`
	Alt    string `json:"alt"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// makeProducts returns count products: the same ones for the same seed.
func makeProducts(seed uint64, count int) ([]product, error) {
	faker := gofakeit.NewFaker(rand.NewPCG(seed, seed), false)
	products := make([]product, count)
	for i := range products {
		p := fakeProduct(faker)
		bare, err := json.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("serialising product %d: %w", i, err)
		}
		p.Description = fakeDescription(faker, descriptionFrom-len(bare))
		products[i] = p
	}
	return products, nil
}

func fakeProduct(faker *gofakeit.Faker) product {
	p := product{
		ID:          faker.UUID(),
		Name:        faker.ProductName(),
		Brand:       faker.Company(),
		Category:    faker.ProductCategory(),
		Price:       float64(faker.IntRange(100, 200_000)) / 100,
		Currency:    "USD",
		Rating:      float64(faker.IntRange(10, 50)) / 10,
		ReviewCount: faker.IntRange(0, 5000),
		InStock:     faker.IntRange(0, 9) > 0,
		Attributes: map[string]string{
			"audience": strings.Join(faker.ProductAudience(), ", "),
			"color":    faker.Color(),
			"feature":  faker.ProductFeature(),
			"material": faker.ProductMaterial(),
			"upc":      faker.ProductUPC(),
		},
	}
	for range 6 {
		p.Tags = append(p.Tags, faker.Adjective())
	}
	for n := range 4 {
		p.Images = append(p.Images, image{
			URL:    fmt.Sprintf("https://images.example.com/products/%s/%d.webp", p.ID, n),
			Alt:    p.Name,
			Width:  1600,
			Height: 1200,
		})
	}
	return p
}

// fakeDescription writes sentences until it has wantBytes of them, in five paragraphs of about the same length.
func fakeDescription(faker *gofakeit.Faker, wantBytes int) string {
	var text strings.Builder
	for written := 1; text.Len() < wantBytes; {
		switch {
		case text.Len() == 0:
		case text.Len() >= wantBytes*written/paragraphs:
			text.WriteString("\n\n")
			written++
		default:
			text.WriteByte(' ')
		}
		text.WriteString(faker.LoremIpsumSentence(faker.IntRange(8, 16)))
	}
	return text.String()
}
