/** A subject and a plain text. */
export interface MailText {
  subject: string
  body: string
}

/** A mail as all of them are: a greeting, the paragraphs, and where it comes from. `publicUrl` without a slash at its end. */
export const mailText = (subject: string, paragraphs: string[], publicUrl: string): MailText => ({
  subject,
  body: `${['Hello,', ...paragraphs, `Multiball\n${publicUrl}`].join('\n\n')}\n`,
})
