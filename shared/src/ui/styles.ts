import css from './styles.module.css'

type Style =
  | 'unseen'
  | 'group'
  | 'legend'
  | 'help'
  | 'error'
  | 'mark'
  | 'choice'
  | 'heading'
  | 'frame'
  | 'entry'
  | 'actions'
  | 'status'
  | 'footBar'
  | 'rows'
  | 'row'
  | 'rowNames'
  | 'rowLink'
  | 'rowDetail'
  | 'rowActions'

/** Class names for what the dashboard's packages draw alike; what each is for is said in styles.module.css. */
export const styles = css as Readonly<Record<Style, string>>
