/// <reference types="@testing-library/jest-dom" />

/** The version a webpack build was made for; baked in by the factory, `test` under jest. */
declare const __APP_VERSION__: string

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
