/* Wine 8 lacks bcryptprimitives.dll, from which Go's runtime takes its random numbers.
 * Windows has it since version 8; only the tests below Wine need this one. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return RtlGenRandom(data, (ULONG)length);
}
