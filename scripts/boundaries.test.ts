import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { forbidden } from '../.dependency-cruiser.mjs'

/** Imports that each rule must refuse. */
const refused: [rule: string, from: string, to: string][] = [
  ['remote-imports-shared-only', 'mfe-auth/src/to-remote.ts', 'mfe-projects/src/a.ts'],
  ['remote-imports-shared-only', 'mfe-auth/src/to-shell.ts', 'shell/src/a.ts'],
  ['remote-imports-shared-only', 'mfe-auth/src/to-server.ts', 'server/src/a.ts'],
  ['shell-imports-shared-only', 'shell/src/to-remote.ts', 'mfe-auth/src/a.ts'],
  ['shell-imports-shared-only', 'shell/src/to-server.ts', 'server/src/a.ts'],
  ['shell-tests-import-manifests', 'shell/test/to-page.test.ts', 'mfe-auth/src/a.ts'],
  ['server-imports-contract-only', 'server/src/to-ui.ts', 'shared/ui/a.ts'],
  ['server-imports-contract-only', 'server/src/to-testing.ts', 'shared/testing/a.ts'],
  ['server-imports-contract-only', 'server/src/to-shell.ts', 'shell/src/a.ts'],
  ['server-tests-import-contract-and-testing', 'server/test/to-ui.test.ts', 'shared/ui/a.ts'],
  ['server-tests-import-contract-and-testing', 'server/src/to-api.test.ts', 'shared/api/a.ts'],
  ['platform-knows-no-domain', 'server/src/platform/db/to-domain.ts', 'server/src/domains/one/index.ts'],
  ['platform-knows-no-domain', 'server/src/platform/db/to-imaging.ts', 'server/src/imaging/a.ts'],
  ['domains-by-their-index', 'server/src/domains/one/to-inside.ts', 'server/src/domains/two/service.ts'],
  ['main-enters-domains-by-their-index', 'server/src/main/to-inside.ts', 'server/src/domains/two/service.ts'],
  ['main-on-top', 'server/src/domains/one/to-main.ts', 'server/src/main/a.ts'],
  ['imaging-below-domains', 'server/src/imaging/to-domain.ts', 'server/src/domains/one/index.ts'],
  ['imaging-below-domains', 'server/src/imaging/to-analysis.ts', 'server/src/analysis/a.ts'],
  ['analysis-below-domains', 'server/src/analysis/to-domain.ts', 'server/src/domains/one/index.ts'],
  ['samples-draw-only', 'server/src/samples/to-domain.ts', 'server/src/domains/one/index.ts'],
  ['learning-knows-no-application', 'server/src/learning/to-domain.ts', 'server/src/domains/one/index.ts'],
  [
    'learning-knows-no-application',
    'server/src/learning/to-application.ts',
    'server/src/analysis/applications/one/1.0.0/a.ts',
  ],
  ['onnxruntime-imported-once', 'server/src/analysis/to-onnxruntime.ts', 'node_modules/onnxruntime-node/index.js'],
  [
    'applications-stand-alone',
    'server/src/analysis/applications/one/1.0.0/to-other.ts',
    'server/src/analysis/applications/two/1.0.0/a.ts',
  ],
  ['e2e-imports-contract-and-testing', 'e2e/to-session.ts', 'shared/session/a.ts'],
  ['e2e-imports-contract-and-testing', 'e2e/to-server.ts', 'server/src/a.ts'],
  ['shared-knows-no-package', 'shared/ui/to-shell.ts', 'shell/src/a.ts'],
  ['shared-knows-no-package', 'shared/config/to-server.ts', 'server/src/a.ts'],
  ['contract-imports-zod-only', 'shared/contract/to-react.ts', 'node_modules/react/index.js'],
  ['contract-imports-zod-only', 'shared/contract/to-api.ts', 'shared/api/a.ts'],
  ['shared-geometry', 'shared/geometry/to-api.ts', 'shared/api/a.ts'],
  ['shared-api', 'shared/api/to-session.ts', 'shared/session/a.ts'],
  ['shared-events', 'shared/events/to-api.ts', 'shared/api/a.ts'],
  ['shared-session', 'shared/session/to-upload.ts', 'shared/upload/a.ts'],
  ['shared-queries', 'shared/queries/to-upload.ts', 'shared/upload/a.ts'],
  ['shared-queries', 'shared/queries/to-ui.ts', 'shared/ui/a.ts'],
  ['shared-upload', 'shared/upload/to-session.ts', 'shared/session/a.ts'],
  ['upload-without-react', 'shared/upload/to-react.ts', 'node_modules/react/index.js'],
  ['shared-ui', 'shared/ui/to-api.ts', 'shared/api/a.ts'],
  ['shared-ui', 'shared/ui/to-contract.ts', 'shared/contract/password.ts'],
  ['shared-ui', 'shared/ui/to-blocks.ts', 'shared/blocks/a.ts'],
  ['shared-blocks', 'shared/blocks/to-api.ts', 'shared/api/a.ts'],
  ['shared-blocks', 'shared/blocks/to-viewer.ts', 'shared/viewer/a.ts'],
  ['shared-kit', 'shared/kit/to-api.ts', 'shared/api/a.ts'],
  ['kit-on-its-page-only', 'mfe-auth/src/lib/to-kit.ts', 'shared/kit/a.ts'],
  ['shared-viewer', 'shared/viewer/to-blocks.ts', 'shared/blocks/a.ts'],
  ['shared-viewer', 'shared/viewer/to-session.ts', 'shared/session/a.ts'],
  ['viewer-without-rules-of-the-contract', 'shared/viewer/to-contract.ts', 'shared/contract/a.ts'],
  ['shell-without-viewer', 'shell/src/to-viewer.ts', 'shared/viewer/a.ts'],
  ['shell-without-viewer', 'shell/src/to-openlayers.ts', 'node_modules/ol/index.js'],
  ['testing-in-tests-only', 'mfe-auth/src/pages/to-testing.ts', 'shared/testing/a.ts'],
  ['testing-in-tests-only', 'shell/src/to-testing.ts', 'shared/testing/a.ts'],
  ['manifest-is-data', 'mfe-auth/manifest.ts', 'mfe-auth/src/lib/a.ts'],
  ['features-below-pages', 'mfe-auth/src/features/one/to-page.ts', 'mfe-auth/src/pages/a.ts'],
  ['lib-at-the-bottom', 'mfe-auth/src/lib/to-feature.ts', 'mfe-auth/src/features/two/a.ts'],
  ['lib-at-the-bottom', 'mfe-auth/src/lib/to-page.ts', 'mfe-auth/src/pages/a.ts'],
  ['features-stand-alone', 'mfe-auth/src/features/one/to-other.ts', 'mfe-auth/src/features/two/a.ts'],
  ['resolvable', 'shell/src/to-nowhere.ts', 'shell/src/missing.ts'],
]

const allowed: [from: string, to: string][] = [
  ['mfe-auth/src/pages/good.ts', 'mfe-auth/src/features/two/a.ts'],
  ['mfe-auth/src/features/two/good.ts', 'mfe-auth/src/lib/a.ts'],
  ['mfe-auth/src/features/two/within.ts', 'mfe-auth/src/features/two/a.ts'],
  ['mfe-auth/src/lib/good.ts', 'shared/ui/a.ts'],
  ['mfe-auth/src/pages/good.test.ts', 'shared/testing/a.ts'],
  ['mfe-auth/src/dev.tsx', 'shared/testing/a.ts'],
  ['mfe-projects/manifest.ts', 'shared/contract/a.ts'],
  ['shell/src/good.ts', 'shared/session/a.ts'],
  ['shell/test/good.test.ts', 'mfe-projects/manifest.ts'],
  ['server/src/good.ts', 'shared/contract/a.ts'],
  ['server/test/good.test.ts', 'shared/testing/a.ts'],
  ['server/src/domains/one/good.ts', 'server/src/domains/two/index.ts'],
  ['server/src/domains/one/within.ts', 'server/src/domains/one/service.ts'],
  ['server/src/main/good.ts', 'server/src/domains/one/index.ts'],
  ['server/src/analysis/good.ts', 'server/src/imaging/a.ts'],
  ['server/src/domains/one/computes.ts', 'server/src/analysis/a.ts'],
  ['server/src/analysis/detects.ts', 'server/src/learning/a.ts'],
  ['server/src/learning/good.ts', 'server/src/analysis/operators/a.ts'],
  ['server/src/learning/onnx/runtime.ts', 'node_modules/onnxruntime-node/index.js'],
  ['e2e/good.spec.ts', 'shared/testing/a.ts'],
  ['shared/contract/good.ts', 'node_modules/zod/index.js'],
  ['shared/session/good.ts', 'shared/api/a.ts'],
  ['shared/queries/good.ts', 'shared/session/a.ts'],
  ['shared/upload/good.ts', 'shared/events/a.ts'],
  ['shared/blocks/to-ui.ts', 'shared/ui/a.ts'],
  ['shared/blocks/good.ts', 'shared/contract/password.ts'],
  ['shared/kit/good.ts', 'shared/blocks/a.ts'],
  ['shell/src/routing/good.ts', 'shared/kit/a.ts'],
  ['shared/viewer/good.ts', 'shared/api/a.ts'],
  ['mfe-auth/src/features/two/to-viewer.ts', 'shared/viewer/a.ts'],
]

const circle: [from: string, to: string][] = [
  ['shell/src/circle/one.ts', 'shell/src/circle/two.ts'],
  ['shell/src/circle/two.ts', 'shell/src/circle/one.ts'],
]

const root = path.resolve(__dirname, '..')
let tree: string

const put = (file: string, content: string) => {
  const target = path.join(tree, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, content)
}

const importLine = (from: string, to: string) => {
  const relative = path.posix.relative(path.posix.dirname(from), to)
  return `import '${relative.startsWith('.') ? relative : `./${relative}`}'\n`
}

interface Violation {
  from: string
  rule: { name: string }
}

/** The violations that `npm run boundaries` would report in the tree. */
const cruise = (): Promise<Violation[]> =>
  new Promise((resolve, reject) => {
    const program = path.join(root, 'node_modules', '.bin', 'depcruise')
    const config = path.join(root, '.dependency-cruiser.mjs')
    const folders = ['shell', 'mfe-auth', 'mfe-projects', 'shared', 'server', 'e2e']
    execFile(program, ['--config', config, '--output-type', 'json', ...folders], { cwd: tree }, (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout).summary.violations)
      } catch (error) {
        reject(error)
      }
    })
  })

describe('the import rules', () => {
  let violations: Violation[]

  beforeAll(async () => {
    tree = mkdtempSync(path.join(tmpdir(), 'lamella-boundaries-'))
    const imports = [...refused.map(([, from, to]) => [from, to] as const), ...allowed, ...circle]
    const importing = new Set(imports.map(([from]) => from))
    for (const [, to] of imports) if (!importing.has(to) && !to.endsWith('missing.ts')) put(to, 'export {}\n')
    for (const [from, to] of imports) put(from, importLine(from, to))
    violations = await cruise()
  }, 60_000)

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  /** Each file of the tree has a single import, so its name identifies the import. */
  const rulesBroken = (from: string) => violations.filter((one) => one.from === from).map(({ rule }) => rule.name)

  it.each(refused)('%s refuses %s → %s', (rule, from) => {
    expect(rulesBroken(from)).toContain(rule)
  })

  it.each(allowed)('let %s import %s', (from) => {
    expect(rulesBroken(from)).toEqual([])
  })

  it('refuse a circle', () => {
    expect(circle.flatMap(([from]) => rulesBroken(from))).toContain('no-circles')
  })

  it('are all shown here, each with what to do instead', () => {
    const shown = new Set([...refused.map(([rule]) => rule), 'no-circles'])
    expect(forbidden.map(({ name }) => name).sort()).toEqual([...shown].sort())
    for (const { comment = '' } of forbidden) expect(comment.length).toBeGreaterThan(40)
  })
})
