import type { Ability } from '../contract.ts';
import { arithmetic } from './arithmetic.ts';
import { askUser } from './ask.ts';
import { runCode } from './code.ts';
import { compare } from './compare.ts';
import { data } from './data.ts';
import { deleteFile, listFiles, readFile, writeFile } from './files.ts';
import { graph } from './graph.ts';
import { helpWith } from './help.ts';
import { image } from './image.ts';
import { recall, remember } from './memory.ts';
import { search, webSearch } from './search.ts';
import { fetchPage, summarise } from './summarise.ts';
import { talk } from './talk.ts';
import { time } from './time.ts';
import { todoCreate, todoUpdate } from './todos.ts';
import { unknown } from './unknown.ts';
import { writing } from './writing.ts';

/** Everything the model can do. Whoever is surest of a message gets it; of equals the first. */
export const abilities: readonly Ability[] = [
  search,
  webSearch,
  todoCreate,
  todoUpdate,
  arithmetic,
  time,
  data,
  image,
  summarise,
  fetchPage,
  listFiles,
  readFile,
  writeFile,
  deleteFile,
  remember,
  recall,
  compare,
  graph,
  writing,
  runCode,
  askUser,
  talk,
  helpWith(() => abilities),
  unknown,
];
