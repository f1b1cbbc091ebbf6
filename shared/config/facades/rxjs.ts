/** The parts of rxjs in use; using another one fails the build. See shared/config/share-list.ts. */
export {
  filter,
  map,
  Subject,
} from 'rxjs'
