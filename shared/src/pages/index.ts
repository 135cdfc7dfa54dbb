export { boardRoutes } from './boardRoutes'
export type { BoardFormProps, BoardKind, RowDetails } from './kind'
export { noticeState } from './notice'
export { shortTime } from './shortTime'
