import { readFileSync } from 'node:fs';
import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { commands } from './commands/index.ts';
import type { Argument, Command, Language, Option, Terminal, Values } from './contract.ts';
import { exitCodes } from './errors.ts';
import { describe, examplesWord, headings, optionText, usageSentence } from './words.ts';

/** Runs one command line; resolves to the exit code. Only the command that is called is loaded. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const { language } = terminal;
  const program = commanderOf('polywire', terminal)
    .description(describe.program[language])
    .version(version, '--version', describe.version[language])
    .helpCommand('help [command]', describe.help[language])
    .addHelpText('after', examplesText(describe.examples, language));
  let exitCode: number = exitCodes.ok;
  // "polywire help chat" is about chat, too.
  const called = args.filter((arg) => !arg.startsWith('-')).find((arg) => arg !== 'help');
  for (const listed of commands) {
    const part = commanderOf(listed.name, terminal).description(listed.about[language]);
    if (listed.name === called) {
      const command = await listed.load();
      complete(part, command, language);
      part.action(async (...given: unknown[]) => {
        exitCode = (await command.run(terminal, argumentsIn(given), valuesIn(given))) ?? exitCodes.ok;
      });
    }
    program.addCommand(part);
  }
  const isKnown = called === undefined || commands.some(({ name }) => name === called);
  // The help of a command that is not there is an unknown command.
  const asked = isKnown ? args : args.filter((arg) => arg !== 'help');
  try {
    await program.parseAsync(asked.length === 0 ? ['--help'] : [...asked], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.ok;
    terminal.stderr.write(usageSentence(error, called, language));
    return exitCodes.usage;
  }
}

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

function commanderOf(name: string, { stdout, language }: Terminal): Commander {
  return new Commander(name)
    .exitOverride()
    .helpOption('-h, --help', describe.helpOption[language])
    .configureHelp({
      styleTitle: (title) => headings[language][title] ?? title,
      optionDescription: (option) => optionText(option, language),
    })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => true, outputError: () => true });
}

function complete(part: Commander, command: Command, language: Language): void {
  for (const { name, about } of command.arguments ?? ([] as Argument[])) part.argument(name, about[language]);
  for (const option of command.options ?? []) part.addOption(optionOf(option, language));
  if (command.takesRest) part.allowUnknownOption().allowExcessArguments().helpOption(false).argument('[options...]');
  part.addHelpText('after', examplesText(command.examples, language));
}

function optionOf({ flags, about, choices, fallback, isRepeated, isRequired }: Option, language: Language) {
  const option = new CommanderOption(flags, about[language]);
  if (choices) option.choices(choices);
  if (fallback !== undefined) option.default(fallback);
  // After the choices, which check each value by a parser of their own.
  const check = option.parseArg as ((value: string, before: unknown) => unknown) | undefined;
  if (isRepeated) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), one(value)]);

  function one(value: string): string {
    check?.(value, undefined);
    return value;
  }
  return option.makeOptionMandatory(isRequired === true);
}

function examplesText(examples: readonly string[], language: Language): string {
  return `\n${examplesWord[language]}\n${examples.map((example) => `  $ ${example}`).join('\n')}\n`;
}

/** Commander calls back with every argument, then the options, then itself. */
function argumentsIn(given: readonly unknown[]): string[] {
  return given
    .slice(0, -2)
    .flat()
    .filter((value): value is string => typeof value === 'string');
}

function valuesIn(given: readonly unknown[]): Values {
  return given.at(-2) as Values;
}
