<?php
// Receives callbacks, under PHP's own server. EPUSDT_TOKEN is the shop's; what was accepted is appended to EPUSDT_LOG, an order per line.
declare(strict_types=1);
require __DIR__ . '/protocol.php';

$fields = json_decode(file_get_contents('php://input'), true);
$isOurs = is_array($fields) && hash_equals(signature_of($fields, getenv('EPUSDT_TOKEN')), (string) ($fields['signature'] ?? ''));
if (!$isOurs || $fields['status'] !== 2) {
    echo 'fail';
    return;
}
file_put_contents(getenv('EPUSDT_LOG'), json_encode($fields) . "\n", FILE_APPEND);
echo 'ok';
