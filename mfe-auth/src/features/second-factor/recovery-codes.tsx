import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopySecret } from '../../lib/copy-secret.tsx'
import { saveFile } from '../../lib/save-file.ts'
import css from './second-factor.module.css'

const fileName = 'lamella-recovery-codes.txt'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Text of the closing button. */
  action: string
  onDone: () => void
}

/** Recovery codes to copy or download. Shown once, because the server stores only their hashes. */
export const RecoveryCodes = ({ codes, action, onDone }: RecoveryCodesProps) => {
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p className={css.step}>
        Each of these codes logs you in once when you do not have the app. Keep them where you find them without it:
        they are not shown again.
      </p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <CopySecret value={text}>Copy codes</CopySecret>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), fileName)}
        >
          Download codes
        </Button>
      </div>
      <Button size="md" fullWidth mt="md" onClick={onDone}>
        {action}
      </Button>
    </>
  )
}
