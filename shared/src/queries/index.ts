export { Unread } from './Unread'
export { useRead } from './useRead'
export type { Loaded, Read, ReadKey } from './useRead'
