/** The target of a request in the form in which all but proxies are asked: `/api/entry/` of `http://host/api/entry/` (RFC 9112, 3.2). */
export const originForm = (target: string): string => target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
