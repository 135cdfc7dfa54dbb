/** A CSS Module: class names as written in the file. */
declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>
  export default classNames
}

declare module '*.css'
