/// <reference types="@testing-library/jest-dom" />

/** The version a webpack build was made for; baked in by the factory, `test` under jest. */
declare const __APP_VERSION__: string

/** Set once by the shell: webpack gives it to the elements that it adds to the page. */
declare let __webpack_nonce__: string

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
declare module '*.png' {
  const url: string
  export default url
}
declare module '*.webp' {
  const url: string
  export default url
}
declare module '*.svg' {
  const url: string
  export default url
}
