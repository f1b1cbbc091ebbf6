import type { AuditFilter } from '@lamella/shared/queries'
import { formatTimestamp } from '@lamella/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/save-file.ts'
import { toastFailure } from '../../lib/toasts.ts'
import { auditCsv } from './api.ts'

/** Downloads the entries that match the filter as a CSV file named by the day. */
export const useAuditDownload = (filter: AuditFilter) =>
  useMutation({
    mutationFn: () => auditCsv({ ...filter, text: filter.text.trim() }),
    onSuccess: (csv) => saveFile(csv, `audit-log-${formatTimestamp(new Date()).slice(0, 10)}.csv`),
    onError: (error) => toastFailure('Download CSV', error),
  })
