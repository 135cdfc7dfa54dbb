export { Unread } from './Unread'
export { prepareRead, useRead } from './useRead'
export type { Loaded, Read, ReadKey } from './useRead'
export { useSettled } from './useSettled'
