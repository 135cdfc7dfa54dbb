const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Whether an address is this machine's own, as a socket has it: 127.0.0.1, ::1. */
export const isLoopback = (address = ''): boolean => loopback.test(address)

/** Whether a Host header, with or without a port, names this machine as its own browser does. */
export const isLocalHost = (host = ''): boolean => localHost.test(host)
