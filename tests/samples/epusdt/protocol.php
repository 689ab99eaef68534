<?php
// A shop's side of Epusdt's protocol, written from its published rules: the signature of both directions.
declare(strict_types=1);

function signature_of(array $fields, string $token): string
{
    unset($fields['signature']);
    $filled = array_filter($fields, static fn ($value): bool => (string) $value !== '');
    ksort($filled, SORT_STRING);
    $pairs = array_map(static fn (string $name, $value): string => "$name=$value", array_keys($filled), array_values($filled));
    return md5(implode('&', $pairs) . $token);
}
