/**
 * Who may import whom (ADR 51). `npm run boundaries` checks these rules, scripts/boundaries.test.ts tests that each of them fires.
 * The comment of a rule says what to do instead.
 */

const app = '(shell|mfe-[^/]+)'
const test = String.raw`\.test\.tsx?$|^(server|shell|mfe-[^/]+)/test/|^server/(bench|corpus)/`

/**
 * A part of shared that may import only the named other parts.
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const sharedPart = (part, allowed, comment) => ({
  name: `shared-${part}`,
  severity: 'error',
  comment,
  from: { path: `^shared/${part}/`, pathNot: test },
  to: { path: '^shared/', pathNot: `^shared/(${[part, 'config', ...allowed].join('|')})/` },
})

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [
  {
    name: 'no-circles',
    severity: 'error',
    comment: 'Modules must not import each other in a circle. Move what both need into a third module.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment:
      'This import cannot be resolved, so the other rules cannot check it. Correct the path or install the package.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'remote-imports-shared-only',
    severity: 'error',
    comment:
      'A remote is built and deployed alone: of our packages it imports only shared. Move what two remotes need into ' +
      'shared, or notify the other through an event (shared/events) or an address.',
    from: { path: '^(mfe-[^/]+)/' },
    to: { path: '^(mfe-[^/]+|shell|server|e2e|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'shell-imports-shared-only',
    severity: 'error',
    comment:
      'The shell loads remotes through the release registry at run time. Put what it needs of a remote into ' +
      "that remote's manifest.ts, which the registry carries.",
    from: { path: '^shell/', pathNot: '^shell/test/' },
    to: { path: '^(mfe-[^/]+|server|e2e|scripts)/' },
  },
  {
    name: 'shell-tests-import-manifests',
    severity: 'error',
    comment: 'Tests of the shell import of a remote only what the registry carries: its manifest.ts.',
    from: { path: '^shell/test/' },
    to: { path: '^(mfe-[^/]+|server|e2e|scripts)/', pathNot: String.raw`^mfe-[^/]+/manifest\.ts$` },
  },
  {
    name: 'server-imports-contract-only',
    severity: 'error',
    comment:
      'Of our packages the server imports shared/contract and shared/geometry only (its tests also shared/testing). Put what ' +
      'both sides need into the contract.',
    from: { path: '^server/', pathNot: test },
    to: { path: '^(mfe-[^/]+|shell|e2e|scripts|shared)/', pathNot: '^shared/(contract|geometry|config)/' },
  },
  {
    name: 'platform-knows-no-domain',
    severity: 'error',
    comment:
      'server/src/platform is below all domains: pass what it needs as an argument, or through a part of the context ' +
      'that main fills.',
    from: { path: '^server/src/platform/', pathNot: test },
    // The one exception: the description that imaging writes is the type of a column.
    to: { path: '^server/src/', pathNot: String.raw`^server/src/(platform/|imaging/description\.ts$)` },
  },
  {
    name: 'domains-by-their-index',
    severity: 'error',
    comment: 'A domain is entered by its index.ts only. Export there what another one needs, and no more.',
    from: { path: '^server/src/domains/([^/]+)/', pathNot: test },
    to: { path: '^server/src/domains/', pathNot: String.raw`^server/src/domains/($1/|[^/]+/index\.ts$)` },
  },
  {
    name: 'main-enters-domains-by-their-index',
    severity: 'error',
    comment: 'main wires the domains: it imports their index.ts only.',
    from: { path: '^server/src/main/', pathNot: test },
    to: { path: '^server/src/domains/', pathNot: String.raw`^server/src/domains/[^/]+/index\.ts$` },
  },
  {
    name: 'main-on-top',
    severity: 'error',
    comment:
      'server/src/main assembles the server: nothing below may depend on it. Pass what is needed through the context.',
    from: { path: '^server/src/', pathNot: `^server/src/main/|${test}` },
    to: { path: '^server/src/main/' },
  },
  {
    name: 'imaging-below-domains',
    severity: 'error',
    comment: 'server/src/imaging reads and writes images: it imports the platform, and neither domains nor analysis.',
    from: { path: '^server/src/imaging/', pathNot: test },
    to: { path: '^server/src/', pathNot: '^server/src/(imaging|platform)/' },
  },
  {
    name: 'analysis-below-domains',
    severity: 'error',
    comment:
      'server/src/analysis computes: it imports learning, imaging and the platform. Database rows and access rights belong to domains/analysis.',
    from: { path: '^server/src/analysis/', pathNot: test },
    to: { path: '^server/src/', pathNot: '^server/src/(analysis|learning|imaging|platform)/' },
  },
  {
    name: 'samples-draw-only',
    severity: 'error',
    comment:
      'server/src/samples draws the pictures of sample projects: it imports learning (noise), analysis (operators and the way to run a ' +
      'process), imaging and the platform. Rows and rights belong to domains/samples.',
    from: { path: '^server/src/samples/', pathNot: test },
    to: {
      path: '^server/src/',
      pathNot: '^server/src/(samples|analysis/(operators|runtime)|learning|imaging|platform)/',
    },
  },
  {
    name: 'learning-knows-no-application',
    severity: 'error',
    comment:
      'server/src/learning trains and runs networks, beside the operators of analysis: no domain and no application. An ' +
      'application imports learning and passes what it needs.',
    from: { path: '^server/src/learning/', pathNot: test },
    to: {
      path: '^server/src/',
      pathNot: '^server/src/(learning|imaging|platform|analysis/(operators|metrics|runtime))/',
    },
  },
  {
    name: 'onnxruntime-imported-once',
    severity: 'error',
    comment:
      'Import server/src/learning/onnx/runtime.ts: it switches the telemetry of onnxruntime off before it is loaded.',
    from: { path: '^server/', pathNot: String.raw`^server/src/learning/onnx/runtime\.ts$` },
    to: { path: '(^|/)node_modules/onnxruntime-' },
  },
  {
    name: 'applications-stand-alone',
    severity: 'error',
    comment:
      'An analysis application (and each version of it) imports operators and sources, never another application.',
    from: { path: '^server/src/analysis/applications/([^/]+/[^/]+)/', pathNot: test },
    to: { path: '^server/src/analysis/applications/[^/]+/', pathNot: '^server/src/analysis/applications/$1/' },
  },
  {
    name: 'server-tests-import-contract-and-testing',
    severity: 'error',
    comment: 'Tests of the server import shared/contract, geometry and testing, and drive the rest through HTTP.',
    // Pages of benchmarks are made of what they measure.
    from: { path: '^server/.*\\.test\\.ts$|^server/(test|bench|corpus)/', pathNot: '^server/bench/viewer/pages/' },
    to: { path: '^(mfe-[^/]+|shell|e2e|scripts|shared)/', pathNot: '^shared/(contract|geometry|config|testing)/' },
  },
  {
    name: 'e2e-imports-contract-and-testing',
    severity: 'error',
    comment:
      'Browser tests see the portal as a user does: they import shared/contract, geometry and testing, no inner part.',
    from: { path: '^e2e/' },
    to: { path: '^(mfe-[^/]+|shell|server|scripts|shared)/', pathNot: '^shared/(contract|config|geometry|testing)/' },
  },
  {
    name: 'shared-knows-no-package',
    severity: 'error',
    comment: 'shared is below all other packages. Pass what it needs as an argument, or move it into shared.',
    from: { path: '^shared/' },
    to: { path: '^(mfe-[^/]+|shell|server|e2e|scripts)/' },
  },
  {
    name: 'contract-imports-zod-only',
    severity: 'error',
    comment: 'The contract is data and schemas for both sides: it imports zod and nothing else.',
    from: { path: '^shared/contract/', pathNot: test },
    to: { pathNot: '^shared/contract/|(^|/)node_modules/zod/' },
  },
  sharedPart(
    'geometry',
    ['contract'],
    'shared/geometry computes, for the portal and the server: it imports types of shared/contract only.',
  ),
  sharedPart(
    'api',
    ['contract'],
    'shared/api imports shared/contract only. Who is logged in is set by shared/session.',
  ),
  sharedPart(
    'events',
    ['contract'],
    'shared/events imports shared/contract only: it transports events, other parts react to them.',
  ),
  sharedPart('session', ['api', 'events', 'contract'], 'shared/session imports shared/api, events and contract only.'),
  sharedPart(
    'queries',
    ['api', 'session', 'events', 'contract', 'geometry'],
    'shared/queries imports shared/api, session, events, contract and geometry only: what is read, not how it is shown.',
  ),
  sharedPart('upload', ['api', 'events', 'contract'], 'shared/upload imports shared/api, events and contract only.'),
  {
    name: 'upload-without-react',
    severity: 'error',
    comment:
      'shared/upload is the protocol and its state machine, without React. Components live in the remotes and the shell.',
    from: { path: '^shared/upload/' },
    to: { path: '(^|/)node_modules/(react|react-dom|jotai|@mantine)/' },
  },
  sharedPart(
    'ui',
    [],
    'shared/ui renders its props, without API and domain. Components of a person, a project or an upload belong to ' +
      'shared/blocks; loading data belongs to a feature, which passes it as props.',
  ),
  sharedPart(
    'blocks',
    ['ui', 'contract'],
    'shared/blocks renders objects of the domain, given as props: it imports shared/ui and contract only. Load in a feature.',
  ),
  sharedPart('kit', ['ui', 'blocks'], 'shared/kit shows what shared/ui and shared/blocks have, and nothing else.'),
  {
    name: 'kit-on-its-page-only',
    severity: 'error',
    comment:
      'shared/kit is the page /dev/kit, which the shell loads. Import the component itself, from shared/ui or blocks.',
    from: { pathNot: '^shared/kit/|^shell/src/routing/' },
    to: { path: '^shared/kit/' },
  },
  sharedPart(
    'viewer',
    ['ui', 'contract', 'api', 'queries', 'geometry'],
    'shared/viewer shows images and fetches their tiles: it imports shared/ui, contract, api, queries and geometry only. What a remote adds ' +
      'to it is a layer, a tool or a panel of that remote.',
  ),
  {
    name: 'viewer-without-rules-of-the-contract',
    severity: 'error',
    comment:
      'shared/viewer imports types of the contract, no values: its first chunk would contain all schemas. Let the caller pass ' +
      'what depends on a rule of the domain.',
    from: { path: '^shared/viewer/', pathNot: test },
    to: { path: '^shared/contract/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'shell-without-viewer',
    severity: 'error',
    comment:
      'The shell, which every user loads, contains neither shared/viewer nor OpenLayers. The remote whose page shows an ' +
      'image imports the viewer, lazily.',
    from: { path: '^shell/' },
    to: { path: '^shared/viewer/|(^|/)node_modules/ol/' },
  },
  {
    name: 'testing-in-tests-only',
    severity: 'error',
    comment: 'shared/testing is for tests and for src/dev.tsx: it must not reach a user.',
    from: { path: '^(shell|mfe-[^/]+|shared|server)/', pathNot: `${test}|/src/dev\\.tsx$|^shared/testing/` },
    to: { path: '^shared/testing/' },
  },
  {
    name: 'manifest-is-data',
    severity: 'error',
    comment: 'manifest.ts is data that the registry copies: it imports shared/contract only.',
    from: { path: `^${app}/manifest\\.ts$` },
    to: { pathNot: '^shared/contract/' },
  },
  {
    name: 'features-below-pages',
    severity: 'error',
    comment: 'pages → features → lib: a feature never imports a page. The page passes what the feature needs.',
    from: { path: `^${app}/src/features/` },
    to: { path: `^${app}/src/pages/` },
  },
  {
    name: 'lib-at-the-bottom',
    severity: 'error',
    comment: 'pages → features → lib: lib holds pure helpers and imports neither pages nor features.',
    from: { path: `^${app}/src/lib/` },
    to: { path: `^${app}/src/(pages|features)/` },
  },
  {
    name: 'features-stand-alone',
    severity: 'error',
    comment: 'A feature never imports another feature. Compose both in the page, or move what they share into lib.',
    from: { path: '^((?:shell|mfe-[^/]+)/src/features)/([^/]+)/' },
    to: { path: '^$1/', pathNot: '^$1/$2/' },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|coverage)/' },
    // Imports of types count: they couple modules, too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
