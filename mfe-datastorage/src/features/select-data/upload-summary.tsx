import type { Project } from '@lamella/shared/contract'
import { formatFileSize, formatNumber, InfoBar } from '@lamella/shared/ui'
import { Button, Card, Stack, Title } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { Capacity } from '../../lib/capacity.ts'
import { fileTypes } from './file-types.tsx'
import { type SelectedFile, selectedSize } from './selection.ts'
import css from './upload-summary.module.css'

interface UploadSummaryProps {
  project: Project
  files: readonly SelectedFile[]
  capacity: Capacity
  onStart: () => void
  onChangeProject: () => void
}

const remainingText = (left: number, format: (value: number) => string): string => {
  if (left === Number.MAX_VALUE) return 'unlimited'
  return left < 0 ? `−${format(-left)}` : format(left)
}

/** Counts and size of the picked files, and the remaining capacity (D3-2-52 to D3-2-61). */
export const UploadSummary = ({ project, files, capacity, onStart, onChangeProject }: UploadSummaryProps) => {
  const size = selectedSize(files)
  const unlimited = Number.MAX_VALUE
  const bytesLeft = capacity.bytes === unlimited ? unlimited : capacity.bytes - size
  const filesLeft = capacity.files === unlimited ? unlimited : capacity.files - files.length
  const wanted = files.filter(({ warning }) => warning === null)
  return (
    <Card component="section" aria-label="Upload summary" className={css.card}>
      <Title order={2} size="h3">
        Upload summary
      </Title>
      <p className={css.project}>{project.name}</p>
      <dl className={css.facts}>
        {files.length === 0 && <dt className={css.none}>No data is selected</dt>}
        {files.length > 0 &&
          fileTypes.map(({ type, word }) => {
            const count = files.filter(({ fileType }) => fileType === type).length
            return (
              <div key={type}>
                <dt>{word}</dt>
                <dd>{count === 1 ? '1 file' : `${formatNumber(count)} files`}</dd>
              </div>
            )
          })}
        <div>
          <dt>Selected size</dt>
          <dd>{formatFileSize(size)}</dd>
        </div>
      </dl>
      <dl className={css.facts}>
        <div data-bad={bytesLeft < 0 || undefined}>
          <dt>Remaining storage</dt>
          <dd>{remainingText(bytesLeft, formatFileSize)}</dd>
        </div>
        <div data-bad={filesLeft < 0 || undefined}>
          <dt>Remaining files</dt>
          <dd>{remainingText(filesLeft, formatNumber)}</dd>
        </div>
        <div data-total>
          <dt>Total upload size</dt>
          <dd>{formatFileSize(selectedSize(wanted))}</dd>
        </div>
      </dl>
      {bytesLeft < 0 && <InfoBar tone="error">Storage capacity exceeded, some files cannot be uploaded</InfoBar>}
      {filesLeft < 0 && <InfoBar tone="error">File limit exceeded, some files cannot be uploaded</InfoBar>}
      <Stack gap="xs" mt="md">
        <Button
          fullWidth
          disabled={wanted.length === 0}
          onClick={onStart}
          leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
        >
          Start upload
        </Button>
        <Button fullWidth variant="default" onClick={onChangeProject}>
          Change project
        </Button>
      </Stack>
    </Card>
  )
}
