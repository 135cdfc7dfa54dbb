import ipaddr from 'ipaddr.js'

/** An address and how many of its bits count, such as 192.168.1.0/24. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Reads a network, or one address. Throws for what is neither. */
export const networkIn = (text: string): Network =>
  text.includes('/')
    ? ipaddr.parseCIDR(text)
    : [ipaddr.process(text), ipaddr.process(text).kind() === 'ipv4' ? 32 : 128]

/** Whether a text is a network, or one address. */
export function isNetwork(text: string): boolean {
  try {
    return networkIn(text).length === 2
  } catch {
    return false
  }
}

/** Of IPv6 addresses, what may be a host of the internet; the library counts the old form of IPv4 addresses in IPv6, too. */
const ofInternet = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address may be called: over https every host of the internet, and in any way what the operator named. The others are this
 * machine, its network, and what is no host at all.
 * @param address as a socket connects to it
 */
export function mayCall(address: string, isSecure: boolean, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))) return true
  return isSecure && parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ofInternet))
}
