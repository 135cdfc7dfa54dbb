export { loadProfile, profileAtom, type SessionState, type SessionStore } from './profile'
export { checkEmail, checkKeptEmail, checkNewPassword, checkProfile, checkRegistration, type NewPassword, type ProfileFields, type RegistrationErrors, type RegistrationFields } from './registration'
export { connectSession, signIn, signOut } from './session'
export { clearToken, readToken, storeToken } from './token'
