/** Which board of which server this page is about. */
export interface Place {
  /** origin of a Multiball server */
  host: string
  type: string
  board: number
}

/** As the server of this example wrote it into the page. */
export const readPlace = ({ dataset }: HTMLElement): Place => ({
  host: dataset.host ?? '',
  type: dataset.type ?? '',
  board: Number(dataset.board),
})
