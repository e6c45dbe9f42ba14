package nettrace

// Bits of the flags byte of a compressed header.
const (
	hasMetadata = 1 << iota
	hasSequence
	hasThread
	hasStack
	hasActivity
	hasRelated
	isSorted
	hasSize
)

// blob is one event of a block, not yet decoded.
type blob struct {
	metadata uint32
	number   uint32 // the sequence number that its thread gave it
	thread   uint64 // which it is about
	writer   uint64 // the thread that wrote it
	stack    uint32
	time     uint64 // ticks
	payload  []byte
}

// blobs goes through the events of a block.
type blobs struct {
	c          cursor
	compressed bool
	at         blob // the last one
	size       int  // of its payload
	start      int64
}

// openBlobs reads the header of a block of events or metadata that stands at start.
func openBlobs(body []byte, start int64) blobs {
	b := blobs{c: cursor{data: body}, start: start}
	header, flags := int(b.c.u16()), b.c.u16()
	b.compressed = flags&1 != 0
	b.c.skip(header - 4)
	return b
}

// bad says whether the block was damaged, offset where.
func (b *blobs) bad() bool     { return b.c.bad }
func (b *blobs) offset() int64 { return b.start + int64(b.c.at) }

// next reads the next event into b.at; false at the end of the block or at damage.
func (b *blobs) next() bool {
	if b.c.left() == 0 {
		return false
	}
	if b.compressed {
		b.short()
	} else {
		b.long()
	}
	return !b.c.bad
}

// short reads an event with a compressed header: it has what differs from the last one.
func (b *blobs) short() {
	c, e := &b.c, &b.at
	flags := c.u8()
	if flags&hasMetadata != 0 {
		e.metadata = c.varint32()
	}
	if flags&hasSequence != 0 {
		e.number += c.varint32()
		e.writer = c.varint()
		c.varint() // processor
	}
	if e.metadata != 0 {
		e.number++
	}
	if flags&hasThread != 0 {
		e.thread = c.varint()
	}
	if flags&hasStack != 0 {
		e.stack = c.varint32()
	}
	e.time += c.varint()
	if flags&hasActivity != 0 {
		c.skip(16)
	}
	if flags&hasRelated != 0 {
		c.skip(16)
	}
	if flags&hasSize != 0 {
		b.size = int(c.varint32())
	}
	e.payload = c.take(b.size)
}

// long reads an event with the header of 80 bytes that has everything.
func (b *blobs) long() {
	c, e := &b.c, &b.at
	const (
		header = 76 // without the size itself
		sorted = 1 << 31
	)
	size := c.u32()
	e.metadata = c.u32() &^ sorted
	e.number = c.u32()
	e.thread, e.writer = c.u64(), c.u64()
	c.skip(4) // processor
	e.stack = c.u32()
	e.time = c.u64()
	c.skip(32) // activity ids
	payload := c.u32()
	if uint64(size) < header+uint64(payload) || payload > maxBlock {
		c.bad = true
		return
	}
	e.payload = c.take(int(payload))
	c.skip(min(int((4-payload%4)%4), len(c.data)-c.at))
}
