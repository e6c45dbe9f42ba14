package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

var (
	areas   = words("Orders Billing Catalog Shipping Pricing Identity Reports Inventory Search Audit")
	layers  = words("Controllers Services Handlers Repositories Pipelines Clients Policies")
	nouns   = words("Invoice Customer Basket Product Shipment Payment Address Voucher Session Tenant Ledger Quote")
	roles   = words("Controller Service Handler Repository Client Validator Mapper Gateway Cache Publisher")
	verbs   = words("Get Load Save Find Publish Validate Reserve Refresh Compute Render Apply Submit")
	objects = words("Async All ById Summary Details Totals Batch Page Snapshot Prices")
)

func words(text string) []string { return strings.Fields(text) }

func one(of []string, random *rand.Rand) string { return of[random.IntN(len(of))] }

// ownFrames makes one to six frames of a program's own code that call each other.
func ownFrames(random *rand.Rand) []string {
	frames := make([]string, 1+random.IntN(6))
	module := "Contoso." + one(areas, random)
	for i := range frames {
		frames[i] = module + "!" + ownFrame(module, random)
	}
	return frames
}

// ownFrame makes a frame of one of the shapes the C# compiler produces.
func ownFrame(module string, random *rand.Rand) string {
	typ := module + "." + one(layers, random) + "." + one(nouns, random) + one(roles, random)
	method := one(verbs, random) + one(nouns, random) + one(objects, random)
	n := random.IntN(40)
	switch random.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("%s.%s(%s)", typ, method, parameters(random))
	case 3:
		return fmt.Sprintf("%s+<%sAsync>d__%d.MoveNext()", typ, method, n)
	case 4:
		return fmt.Sprintf("%s+<>c__DisplayClass%d_0.<%s>b__%d(%s)", typ, n, method, n%4, parameters(random))
	case 5:
		return fmt.Sprintf("%s.<%s>g__%s|%d_0(%s)", typ, method, one(verbs, random), n, parameters(random))
	case 6:
		return fmt.Sprintf("%s`2[%s,%s].%s(%s)", typ, typeArgument(random, 0), typeArgument(random, 0), method,
			parameters(random))
	}
	return fmt.Sprintf("%s`1+<%sAsync>d__%d[%s].MoveNext()", typ, method, n, typeArgument(random, 0))
}

// typeArgument makes an instantiation as it stands in square brackets, nested to a
// depth that mediators and generic repositories reach.
func typeArgument(random *rand.Rand, depth int) string {
	switch pick := random.IntN(6); {
	case pick < 2:
		return "System.__Canon"
	case pick == 2:
		return "System.Int32"
	case pick == 3 || depth > 2:
		return "Contoso.Contracts." + one(nouns, random) + "Id"
	case pick == 4:
		return "System.Nullable`1[" + typeArgument(random, depth+1) + "]"
	}
	return "System.ValueTuple`3[" + typeArgument(random, depth+1) + "," + typeArgument(random, depth+1) + "," +
		typeArgument(random, depth+1) + "]"
}

// parameters makes a parameter list; one in eight is as long as generic code makes it.
func parameters(random *rand.Rand) string {
	list := make([]string, random.IntN(5))
	for i := range list {
		switch random.IntN(6) {
		case 0:
			list[i] = "int32"
		case 1:
			list[i] = "class System.String"
		case 2:
			list[i] = "value class System.Threading.CancellationToken"
		case 3:
			list[i] = "class Contoso.Contracts." + one(nouns, random)
		case 4:
			list[i] = "unsigned int8[]"
		case 5:
			list[i] = "class System.Collections.Generic.IReadOnlyDictionary`2<class System.String," +
				"class System.Collections.Generic.List`1<value class System.ValueTuple`2<!0," +
				"class Contoso.Contracts." + one(nouns, random) + ">>>"
		}
	}
	return strings.Join(list, ",")
}
