package capture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf16"
)

const (
	ipcMagic   = "DOTNET_IPC_V1\x00"
	headerSize = 20
	// maxMessage is what the size field of a message can say.
	maxMessage = math.MaxUint16
)

// command is a set and an id in it.
type command uint16

// The commands, and the two forms of a reply.
const (
	stopTracing     command = 0x0201
	collectTracing  command = 0x0202
	collectTracing2 command = 0x0203
	collectTracing4 command = 0x0205
	processInfo     command = 0x0400
	processInfo2    command = 0x0404
	processInfo3    command = 0x0408
	replyOK         command = 0xFF00
	replyError      command = 0xFFFF
)

// refusal is the HRESULT of an error reply.
type refusal uint32

// The refusals that have a name (ipc-protocol.md of dotnet/diagnostics).
const (
	badEncoding     refusal = 0x80131384
	unknownCommand  refusal = 0x80131385
	unknownMagic    refusal = 0x80131386
	notSupported    refusal = 0x80131515
	failed          refusal = 0x80004005
	notYetAvailable refusal = 0x8013135B
	uninitialized   refusal = 0x80131371
	invalidArgument refusal = 0x80070057
)

func (r refusal) Error() string {
	switch r {
	case badEncoding:
		return "the runtime could not decode the command"
	case unknownCommand:
		return "the runtime does not know the command"
	case unknownMagic:
		return "the runtime speaks another version of the protocol"
	case notSupported:
		return "the runtime does not support the command"
	case failed:
		return "the runtime failed at the command"
	case notYetAvailable, uninitialized:
		return "the runtime is still starting"
	case invalidArgument:
		return "the runtime takes the arguments for invalid"
	}
	return fmt.Sprintf("the runtime refused the command with 0x%08X", uint32(r))
}

// errProtocol says that a peer is no .NET runtime.
var errProtocol = errors.New("the answer is not one of a .NET runtime")

// message puts a command and its payload together.
func message(c command, payload []byte) []byte {
	b := append([]byte(ipcMagic), 0, 0, byte(c>>8), byte(c), 0, 0)
	b = append(b, payload...)
	binary.LittleEndian.PutUint16(b[len(ipcMagic):], uint16(len(b)))
	return b
}

// readReply reads one reply: exactly one header and what it announces.
func readReply(r io.Reader) ([]byte, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	size := int(binary.LittleEndian.Uint16(header[len(ipcMagic):]))
	if string(header[:len(ipcMagic)]) != ipcMagic || size < headerSize {
		return nil, errProtocol
	}
	payload := make([]byte, size-headerSize)
	if _, err := io.ReadFull(r, payload); err != nil {
		return nil, err
	}
	switch command(binary.BigEndian.Uint16(header[16:])) {
	case replyOK:
		return payload, nil
	case replyError:
		if len(payload) >= 4 {
			return nil, refusal(binary.LittleEndian.Uint32(payload))
		}
	}
	return nil, errProtocol
}

// appendText appends a string: the number of its UTF-16 units with the zero at the end,
// and the units. The empty string is the number 0.
func appendText(b []byte, s string) []byte {
	if s == "" {
		return binary.LittleEndian.AppendUint32(b, 0)
	}
	units := append(utf16.Encode([]rune(s)), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(units)))
	for _, unit := range units {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}

// payload reads the parts of a reply. A read beyond its end fails, and so does all that
// follows.
type payload struct {
	data []byte
	bad  bool
}

func (p *payload) take(n int) []byte {
	if p.bad || n < 0 || n > len(p.data) {
		p.bad = true
		return nil
	}
	b := p.data[:n]
	p.data = p.data[n:]
	return b
}

func (p *payload) u32() uint32 {
	if b := p.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *payload) u64() uint64 {
	if b := p.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (p *payload) text() string {
	n := p.u32()
	if n > maxMessage {
		p.bad = true
		return ""
	}
	b := p.take(int(n) * 2)
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return strings.TrimRight(string(utf16.Decode(units)), "\x00")
}
