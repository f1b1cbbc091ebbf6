import { Button, CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'

/** Copies a secret that is shown once; in a dialog it has the focus first. @param children - its label */
export const CopySecret = ({ value, children }: { value: string; children: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
        onClick={copy}
        data-autofocus
      >
        {copied ? 'Copied' : children}
      </Button>
    )}
  </CopyButton>
)
