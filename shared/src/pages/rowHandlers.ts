/** What the list does for a row. */
export interface RowHandlers {
  onDelete(): void
  onDuplicate(): void
  onSetPrivacy(isPublic: boolean): void
  onShowCode(): void
  onShowFeeds(): void
  /** told what became of the link */
  onCopied(text: string): void
}
