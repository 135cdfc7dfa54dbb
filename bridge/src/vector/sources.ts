import { BlockList, isIPv4 } from 'node:net'

/** of one address; a board sends four */
const packetsPerSecond = 50
const mostSources = 1_000

const localNetworks = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  localNetworks.addSubnet(network, prefix)

/** Who may speak: addresses of a local network, each so often; what comes above that is not even read. */
export class Sources {
  /** the one that spoke longest ago first */
  private readonly heard = new Map<string, { count: number; since: number }>()

  /** @param now ms since any moment */
  constructor(private readonly now: () => number) {}

  /** Whether a packet of this address is read. */
  admit(address: string): boolean {
    if (!isIPv4(address) || !localNetworks.check(address)) return false
    const now = this.now()
    const known = this.heard.get(address)
    const window = known && Math.abs(now - known.since) < 1_000 ? known : { count: 0, since: now }
    window.count += 1
    this.heard.delete(address)
    this.heard.set(address, window)
    if (this.heard.size > mostSources) this.heard.delete(this.heard.keys().next().value!)
    return window.count <= packetsPerSecond
  }
}
