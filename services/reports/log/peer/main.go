// Checks a log as others do: by golang.org/x/mod. Arguments: URL of the log, verifier key, number of a leaf, size and root hash of an
// older checkpoint.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func get(url string) []byte {
	answer := must(http.Get(url))
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		must(0, fmt.Errorf("%s: %s", url, answer.Status))
	}
	return must(io.ReadAll(answer.Body))
}

// The tiles of a log. Go's own paths begin with the height, those of C2SP do not.
type tiles string

func (log tiles) Height() int                     { return 8 }
func (log tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (log tiles) ReadTiles(all []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range all {
		found = append(found, get(string(log)+"/tile/"+strings.TrimPrefix(tile.Path(), "tile/8/")))
	}
	return found, nil
}

func main() {
	url, index := os.Args[1], must(strconv.ParseInt(os.Args[3], 10, 64))
	verifier := must(note.NewVerifier(os.Args[2]))
	signed := must(note.Open(get(url+"/checkpoint"), note.VerifierList(verifier)))
	lines := strings.Split(signed.Text, "\n")
	tree := tlog.Tree{N: must(strconv.ParseInt(lines[1], 10, 64)), Hash: must(tlog.ParseHash(lines[2]))}
	hashes := tlog.TileHashReader(tree, tiles(url))

	bundle := tlog.Tile{H: 8, L: 0, N: index / 256, W: int(min(256, tree.N-index/256*256))}
	leaves := get(url + "/tile/entries/" + strings.TrimPrefix(bundle.Path(), "tile/8/0/"))
	for skip := index % 256; skip > 0; skip-- {
		leaves = leaves[2+binary.BigEndian.Uint16(leaves):]
	}
	leaf := leaves[2 : 2+binary.BigEndian.Uint16(leaves)]
	proof := must(tlog.ProveRecord(tree.N, index, hashes))
	must(0, tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(leaf)))

	size, root := must(strconv.ParseInt(os.Args[4], 10, 64)), must(tlog.ParseHash(os.Args[5]))
	must(0, tlog.CheckTree(must(tlog.ProveTree(tree.N, size, hashes)), tree.N, tree.Hash, size, root))
	fmt.Printf("%s %d leaves, leaf %d: %s\n", lines[0], tree.N, index, leaf)
}
