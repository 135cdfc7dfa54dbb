import { BlockList, isIPv4 } from 'node:net'

/** of one address; a board sends four a second, and its name now and then */
const packetsPerSecond = 20
const mostSources = 1_000
const forgottenAfterMs = 60_000

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
  private readonly heard = new Map<string, { count: number; since: number; at: number }>()

  /** @param now ms since any moment */
  constructor(private readonly now: () => number) {}

  /** Whether a packet of this address is read. */
  admit(address: string): boolean {
    if (!isIPv4(address) || !localNetworks.check(address)) return false
    const now = this.now()
    const known = this.heard.get(address) ?? this.add(now)
    if (!known) return false
    if (now - known.since >= 1_000) Object.assign(known, { count: 0, since: now })
    known.count += 1
    known.at = now
    this.heard.delete(address)
    this.heard.set(address, known)
    return known.count <= packetsPerSecond
  }

  private add(now: number) {
    for (const [address, { at }] of this.heard) {
      if (now - at < forgottenAfterMs) break
      this.heard.delete(address)
    }
    return this.heard.size < mostSources ? { count: 0, since: now, at: now } : undefined
  }
}
