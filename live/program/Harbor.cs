// A process in a known state: harbor STATE SECONDS. It is compiled by Debian's mcs (C# 7) and runs on the .NET runtime
// that live/setup.go puts in place.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Harbor {
    public class TideClient {
        public async Task<int> ReadAsync(int gauge) {
            await Task.Delay(250).ConfigureAwait(false);
            return gauge;
        }
    }

    public class TideTable {
        readonly TideClient client = new TideClient();
        readonly TaskCompletionSource<int> flood = new TaskCompletionSource<int>();
        public int HeightNow(int gauge) { return client.ReadAsync(gauge).Result; }
        public void Refresh(int gauge) { client.ReadAsync(gauge).Wait(); }
        public int Forecast(int gauge) { return client.ReadAsync(gauge).GetAwaiter().GetResult(); }
        public async Task<int> HeightSoon(int gauge) { return await client.ReadAsync(gauge); }
        public void AwaitFlood() { flood.Task.Wait(); }
    }

    public class Crane {
        readonly object arm = new object();
        int angle = 1;
        public void Swing(int ms) { lock (arm) { Thread.Sleep(ms); angle++; } }
        public int Angle() { lock (arm) { return angle; } }
        public void Balance(int ms) {
            lock (arm) {
                var end = DateTime.UtcNow.AddMilliseconds(ms);
                while (DateTime.UtcNow < end) angle = angle * 31 + 7;
            }
        }
    }

    public class Sluice {
        public readonly object upper = new object(), lower = new object();
        public void Raise() { lock (upper) { Thread.Sleep(300); lock (lower) { } } }
        public void Lower() { lock (lower) { Thread.Sleep(300); lock (upper) { } } }
        public void Drain() { lock (upper) { Thread.Sleep(3600000); } }
        public void Measure() { lock (upper) { } }
        public void Inspect() { lock (upper) { } }
    }

    public class Keeper {
        public void Inspect(Sluice sluice) { lock (sluice.upper) { Thread.Sleep(3600000); } }
    }

    public class Foghorn {
        [DllImport("libc")] static extern int sleep(uint seconds);
        public void Sound() { while (true) sleep(3600); }
        public void Listen() { while (true) sleep(3600); }
    }

    public class Pier {
        readonly SemaphoreSlim berths = new SemaphoreSlim(2, 2);
        readonly ManualResetEvent open = new ManualResetEvent(false);
        readonly BlockingCollection<int> arrivals = new BlockingCollection<int>();
        public void Moor(int ms) { berths.Wait(); try { Thread.Sleep(ms); } finally { berths.Release(); } }
        public void AwaitOpening() { open.WaitOne(); }
        public void Greet() { foreach (var ship in arrivals.GetConsumingEnumerable()) Console.WriteLine(ship); }
        public void Doze() { Thread.Sleep(500); }
    }

    public class Compass {
        public int Turn(int n) { int h = 17; for (int i = 0; i < n; i++) h = h * 31 + (i ^ (h >> 3)); return h; }
    }

    public static class Program {
        static void Arrive(int perSecond, Action work) {
            Dedicated(() => { while (true) { ThreadPool.QueueUserWorkItem(_ => work()); Thread.Sleep(1000 / perSecond); } });
        }
        static void Queue(int n, Action work) { for (int i = 0; i < n; i++) ThreadPool.QueueUserWorkItem(_ => work()); }
        static void Forever(Action work) { while (true) { work(); Thread.Sleep(5); } }
        static void Dedicated(Action work) { new Thread(() => work()) { IsBackground = true }.Start(); }
        static void Litter() {
            while (true) {
                var nets = new List<byte[]>();
                for (int i = 0; i < 2000; i++) nets.Add(new byte[8000]);
            }
        }

        public static int Main(string[] args) {
            var tides = new TideTable(); var crane = new Crane(); var sluice = new Sluice(); var pier = new Pier(); var compass = new Compass();
            switch (args[0]) {
                case "calm": break;
                case "async": Arrive(100, () => { var t = tides.HeightSoon(1); }); break;
                case "result": Arrive(60, () => tides.HeightNow(1)); break;
                case "wait": Arrive(60, () => tides.Refresh(1)); break;
                case "getresult": Arrive(60, () => tides.Forecast(1)); break;
                case "held": Dedicated(() => Forever(() => crane.Swing(700))); Queue(8, () => Forever(() => crane.Angle())); break;
                case "busylock": Queue(8, () => Forever(() => crane.Balance(30))); break;
                case "deadlock": Queue(1, sluice.Raise); Queue(1, sluice.Lower); break;
                case "deadlockbusy":
                    Queue(1, sluice.Raise); Queue(1, sluice.Lower); Queue(1, () => { while (true) compass.Turn(1000000); });
                    Arrive(50, () => { var t = tides.HeightSoon(1); });
                    break;
                case "heldlong":
                    Dedicated(sluice.Drain);
                    Thread.Sleep(100);
                    Queue(2, sluice.Measure); Queue(2, sluice.Inspect);
                    break;
                case "heldelsewhere":
                    Dedicated(() => new Keeper().Inspect(sluice));
                    Thread.Sleep(100);
                    Queue(2, sluice.Measure); Queue(2, sluice.Inspect);
                    break;
                case "native": var horn = new Foghorn(); Queue(2, horn.Sound); Queue(2, horn.Listen); break;
                case "sleep": Arrive(20, pier.Doze); break;
                case "semaphore": Arrive(20, () => pier.Moor(400)); break;
                case "event": Queue(6, pier.AwaitOpening); break;
                case "consumer": Queue(3, pier.Greet); break;
                case "cpu": Queue(2, () => { while (true) compass.Turn(1000000); }); break;
                case "never": Queue(12, tides.AwaitFlood); break;
                case "many": ThreadPool.SetMinThreads(350, 4); Queue(340, tides.AwaitFlood); break;
                case "litter": ThreadPool.SetMinThreads(16, 4); Queue(2, Litter); Queue(8, tides.AwaitFlood); break;
                default: Console.Error.WriteLine("no such state"); return 2;
            }
            Console.WriteLine("ready");
            Console.Out.Flush();
            Thread.Sleep(int.Parse(args[1]) * 1000);
            Environment.Exit(0);
            return 0;
        }
    }
}
