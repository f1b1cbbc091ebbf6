/** The parts of TanStack Query in use; using another one fails the build. See shared/config/share-list.ts. */
export {
  infiniteQueryOptions,
  keepPreviousData,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
