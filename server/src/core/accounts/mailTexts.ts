import { mailText } from '../../ground/mails/mailText'
import type { MailText } from '../../ground/mails/mailText'

/** The links that can be requested with nothing but an address. */
export type LinkPurpose = 'verify' | 'reset'

/** Stands for the user's name in the texts for verified addresses. Others contain no names: anybody may have chosen them. */
export const usernameMark = '{username}'

const newPassword = 'Set a new password for Multiball'
const resetLink = (publicUrl: string, token: string) => `${publicUrl}/reset-password/${token}`
const forAnHour = 'The link works once, for one hour or until you request a newer one.'
const notYou = "If this wasn't you, ignore this email."

/** What the mail with a link says while the address is not verified. `publicUrl` without a slash at its end. */
export function textForUnverified(purpose: LinkPurpose, publicUrl: string, token: string): MailText {
  if (purpose === 'reset') {
    const asked = `Someone, hopefully you, asked for a new password for the Multiball
account with this email address. Set it here; this also verifies the
address:`
    return mailText(newPassword, [asked, resetLink(publicUrl, token), `${forAnHour}\n${notYou}`], publicUrl)
  }
  const created = `Someone created a Multiball account with this address. Confirm it's
yours:`
  const life = `The link works once, for 7 days or until you request a newer one. After 7
days, an account whose address isn't verified is deactivated; a new link
reactivates it.`
  return mailText(
    'Please confirm your email address for Multiball',
    [created, `${publicUrl}/verify/${token}`, life, notYou],
    publicUrl,
  )
}

/** What it says once the address is verified. */
export function textForVerified(purpose: LinkPurpose, publicUrl: string, token: string): MailText {
  if (purpose === 'reset') {
    const asked = `Someone, hopefully you, asked for a new password for your Multiball
account. Your username is:`
    const life = `${forAnHour}
Setting a new password ends all logins and API tokens. If this wasn't
you, ignore this email: your password stays as it is.`
    return mailText(
      newPassword,
      [asked, usernameMark, 'Set a new password here:', resetLink(publicUrl, token), life],
      publicUrl,
    )
  }
  const nothingLeft = `You asked for a link to confirm this email address. It's already
confirmed, so there is nothing left to do: just log in. Your username
is:`
  return mailText('Your email address for Multiball is confirmed', [nothingLeft, usernameMark], publicUrl)
}

/** To the new address of an account. */
export function textForNewAddress(publicUrl: string, token: string): MailText {
  const asked = `A Multiball account is about to switch to this email address. Confirm
it's yours:`
  const life = 'The link works once, for 24 hours or until you request a newer one.'
  return mailText(
    'Please confirm your new email address for Multiball',
    [asked, `${publicUrl}/verify/${token}`, life, notYou],
    publicUrl,
  )
}

/** To the verified address that an account has until then. */
export function textForOldAddress(publicUrl: string, username: string, newAddress: string): MailText {
  const asked = `Someone who is logged in to your Multiball account asked to change its
email address. The account is:`
  const from = 'Once the link in the email sent there is opened, all mail goes to:'
  const stop = `If this wasn't you, set a new password now: this ends all logins and API
tokens, and the link in that email stops working. On this page, choose "Forgot username
or password":`
  return mailText(
    'Your email address for Multiball is about to change',
    [asked, username, from, newAddress, stop, `${publicUrl}/`],
    publicUrl,
  )
}

/** After somebody who is logged in changed the password. */
export function textForNewPassword(publicUrl: string, username: string): MailText {
  const changed = `The password of your Multiball account was changed by someone who was
logged in and knew the old one. All other logins and all API tokens have
ended. The account is:`
  const stop = `If this wasn't you, set a new password now. On this page, choose "Forgot
username or password":`
  return mailText('Your password for Multiball was changed', [changed, username, stop, `${publicUrl}/`], publicUrl)
}
