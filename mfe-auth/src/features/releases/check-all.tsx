import type { AppOverview } from '@lamella/shared/contract'
import { InfoBar } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { messageOf } from '../../lib/form-error.tsx'
import css from './check-all.module.css'
import { useCheckAll } from './use-check-all.ts'

/** The check of all builds: its button for the title, and its result for below. */
export const useCheckOfAll = (apps: readonly AppOverview[]) => {
  const check = useCheckAll(apps)
  const problems = check.data?.flatMap((build) => build.problems) ?? []
  return {
    button: (
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={16} stroke={1.7} aria-hidden />}
        loading={check.isPending}
        disabled={apps.length === 0}
        onClick={() => check.mutate()}
      >
        Check all builds
      </Button>
    ),
    result: (
      <div role="status">
        {check.error && <InfoBar tone="error">The builds could not be checked. {messageOf(check.error)}</InfoBar>}
        {check.data && problems.length === 0 && (
          <InfoBar tone="success">
            {check.data.length === 1 ? 'The build is' : `All ${check.data.length} builds are`} as published and fit each
            other and the server.
          </InfoBar>
        )}
        {problems.length > 0 && (
          <InfoBar tone="error">
            <ul className={css.problems}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </InfoBar>
        )}
      </div>
    ),
  }
}
