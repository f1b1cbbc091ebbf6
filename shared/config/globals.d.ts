/// <reference types="@testing-library/jest-dom" />

/** Version of the build, set by webpack's DefinePlugin; `test` under jest. */
declare const __APP_VERSION__: string

/** Hash of the sources of shared/queries and shared/contract, set likewise; `test` under jest. */
declare const __QUERY_SOURCES__: string

/** Nonce that webpack sets on the elements it adds to the page; assigned once by the shell. */
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
