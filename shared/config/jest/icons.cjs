/** Each icon is read when it is used: `@tabler/icons-react` as a whole is 6,000 components, made anew per test file. */
module.exports = new Proxy(
  {},
  { get: (_icons, name) => name !== '__esModule' && require(`@tabler/icons-react/dist/esm/icons/${name}.mjs`).default },
)
