export { default } from '@multiball/platform/eslint'
